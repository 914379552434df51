/// The commands of keys, for clients that send keys: mpv's own for what exists here, and those that clients have bound.
struct KeyBindings: Sendable {
  /// The number of keys that clients may bind.
  private static let limit = 1_000

  /// The keys that clients have bound, and their commands.
  private var bound: [String: String] = [:]

  /// Returns the commands of a key, as input.conf has them; nil if it has none.
  func commands(of key: String) -> String? {
    let key = KeyBindings.normalized(key)
    return bound[key] ?? KeyBindings.defaults[key]
  }

  /// Binds a key. Returns false if too many are bound.
  mutating func bind(_ key: String, to commands: String) -> Bool {
    let key = KeyBindings.normalized(key)
    guard bound.count < KeyBindings.limit || bound[key] != nil else { return false }
    bound[key] = commands
    return true
  }

  /// Returns a key with its names in capitals. The case of a character counts.
  private static func normalized(_ key: String) -> String {
    let parts = key.split(separator: "+", omittingEmptySubsequences: false)
    return parts.map { $0.count > 1 ? $0.uppercased() : String($0) }.joined(separator: "+")
  }

  private static let defaults = Dictionary(
    uniqueKeysWithValues: text.split(separator: "\n").compactMap { line -> (String, String)? in
      guard let space = line.firstIndex(of: " ") else { return nil }
      return (String(line[..<space]), String(line[line.index(after: space)...]))
    })

  private static let text = """
    RIGHT seek 5
    LEFT seek -5
    UP seek 60
    DOWN seek -60
    SHIFT+RIGHT seek 1 exact
    SHIFT+LEFT seek -1 exact
    SHIFT+UP seek 5 exact
    SHIFT+DOWN seek -5 exact
    PGUP add chapter 1
    PGDWN add chapter -1
    SHIFT+PGUP seek 600
    SHIFT+PGDWN seek -600
    SHIFT+BS revert-seek
    SHIFT+CTRL+BS revert-seek mark
    [ multiply speed 1/1.1
    ] multiply speed 1.1
    { multiply speed 0.5
    } multiply speed 2.0
    BS set speed 1.0
    SPACE cycle pause
    p cycle pause
    . frame-step
    , frame-back-step
    > playlist-next
    < playlist-prev
    ENTER playlist-next
    9 add volume -2
    / add volume -2
    0 add volume 2
    * add volume 2
    m cycle mute
    l ab-loop
    L cycle-values loop-file inf no
    q quit
    Q quit
    PLAY cycle pause
    PAUSE cycle pause
    PLAYPAUSE cycle pause
    PLAYONLY set pause no
    PAUSEONLY set pause yes
    STOP quit
    FORWARD seek 60
    REWIND seek -60
    NEXT playlist-next
    PREV playlist-prev
    VOLUME_UP add volume 2
    VOLUME_DOWN add volume -2
    MUTE cycle mute
    CLOSE_WIN quit
    POWER quit
    """
}
