import PlaybackSession
import PlayheadTerminal

/// The keys that control playback, as in mpv.
extension SessionRequest {
  /// Creates the request of a key. Throws why the key has no effect.
  init(forKey key: Key, hasSound: Bool) throws(ControlError) {
    guard let request = SessionRequest(key) else { throw ControlError(.unknownKey) }
    switch request {
    case .changeVolume, .setVolume, .setMuted:
      if !hasSound { throw ControlError(.noSound) }
    default: break
    }
    self = request
  }

  /// Creates the request of a key, or returns nil if the key has no meaning.
  init?(_ key: Key) {
    switch key {
    case .left: self = .seek(.seconds(-5))
    case .right: self = .seek(.seconds(5))
    case .up: self = .seek(.seconds(60))
    case .down: self = .seek(.seconds(-60))
    case .pageUp: self = .seek(.chapters(1))
    case .pageDown: self = .seek(.chapters(-1))
    case .backspace: self = .setRate(.normal)
    case .enter: self = .next
    case .character(let character):
      if let digit = character.wholeNumberValue {
        self = .seek(.point(.share(millionths: Int64(digit) * 100_000)))
      } else if let request = SessionRequest.characters[character] {
        self = request
      } else {
        return nil
      }
    }
  }

  private static let characters: [Character: SessionRequest] = [
    " ": .togglePause, "p": .togglePause, "[": .multiplyRate(10, 11), "]": .multiplyRate(11, 10),
    "{": .multiplyRate(1, 2), "}": .multiplyRate(2, 1), ".": .step(1), ",": .step(-1),
    "n": .next, ">": .next, "P": .previous, "<": .previous, "l": .toggleLoop,
    "/": .changeVolume(-2), "*": .changeVolume(2), "m": .setMuted(nil),
    "?": .showHelp, "q": .quit(status: nil),
  ]

  /// The message if the request leaves the rate or the volume as it is; nil for other requests.
  var messageWithoutChange: ControlMessage? {
    switch self {
    case .setRate, .multiplyRate: .unchangedRate
    case .setVolume, .changeVolume: .unchangedVolume
    default: nil
    }
  }

  private static let keyRows = [
    ("space p  pause, play", "> n enter  next file"),
    ("← →      5 s back, forward", "< P        previous file"),
    ("↓ ↑      60 s back, forward", "PgUp PgDn  next, previous chapter"),
    ("[ ]      10 % slower, faster", "0 to 9     to 0 % to 90 %"),
    ("{ }      half, double the rate", "bksp       rate 1"),
    ("l        loop", ", .        frame back, forward"),
    ("/ *      volume down, up", "m          sound off, on"),
    ("?        list the keys", "q          quit"),
  ]

  /// Returns the lines of `?`: in one or two columns, or a paragraph if only that leaves the status line a row.
  package static func keyHelp(columns: Int, rows: Int = .max) -> [String] {
    let lines = keyHelp(columns: columns)
    guard lines.count >= rows else { return lines }
    let entries = (keyRows.map(\.0) + keyRows.map(\.1)).joined(separator: "; ")
    var flow = [""]
    for word in entries.split(separator: " ") {
      let line = flow[flow.count - 1]
      if line.isEmpty {
        flow[flow.count - 1] = String(word)
      } else if line.count + word.count + 1 < columns {
        flow[flow.count - 1] = "\(line) \(word)"
      } else {
        flow.append(String(word))
      }
    }
    return flow
  }

  private static func keyHelp(columns: Int) -> [String] {
    let width = (keyRows.map(\.0.count).max() ?? 0) + 3
    let wide = keyRows.map { $0 + String(repeating: " ", count: width - $0.count) + $1 }
    if wide.allSatisfy({ $0.count < columns }) { return wide }
    return keyRows.map(\.0) + keyRows.map(\.1)
  }
}
