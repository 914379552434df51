import Glibc

/// The name of a player on the session bus: `org.mpris.MediaPlayer2.NAME.instancePID`.
public struct MPRISName: Hashable, Sendable {
  /// The name of the player, as in `playhead`.
  public let player: String

  /// The name `playhead`.
  public static let playhead = MPRISName(validated: "playhead")

  private static let longest = 128

  private init(validated player: String) { self.player = player }

  /// Creates a name of ASCII letters, digits, `_` and `-`, which does not start with a digit and has
  /// at most 128 characters. Nil for any other text.
  ///
  /// - Parameter player: The name of the player.
  public init?(_ player: String) {
    let isValid = player.utf8.allSatisfy { byte in
      byte < 0x80 && (isalnum(Int32(byte)) != 0 || byte == 0x5f || byte == 0x2d)
    }
    guard isValid, let first = player.utf8.first, isdigit(Int32(first)) == 0,
      player.utf8.count <= Self.longest
    else { return nil }
    self.init(validated: player)
  }

  /// The name on the bus, with the number of this process.
  var busName: String { "org.mpris.MediaPlayer2.\(player).instance\(getpid())" }
}

extension MPRISName {
  /// Creates the name of a program from that of its process, whose other characters become `_`.
  package init(process: String) {
    let letters = process.utf8.prefix(Self.longest - 1).map { letter in
      let text = String(UnicodeScalar(letter))
      return MPRISName("_" + text) == nil ? "_" : text
    }.joined()
    self = MPRISName(letters) ?? MPRISName(validated: "_" + letters)
  }
}
