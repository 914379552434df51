import PlayheadCore
import PlayheadTimekeeping

/// A timeline as its server offers it: where the playhead was when the datagram was sent.
package struct ServedTimeline: Hashable, Sendable {
  /// The number of the item; 0 if there is none.
  package var item: UInt64 = 0
  /// How often the playhead was moved, by a seek or a loop.
  package var moves: UInt64 = 0
  package var state = PlaybackState.idle
  /// The rate at which the playhead moves while it plays.
  package var rate = Rate.normal
  package var position = MediaTime.zero
  /// By how much the position may be wrong, either way.
  package var uncertainty = Duration.zero
  /// The part of it by which all positions are wrong in the same way.
  package var bias = Duration.zero
  package var duration: MediaTime?
  /// When anything but the position changed last, on the server's clock.
  package var changed = HostInstant(nanoseconds: 0)
  /// At most 64 bytes.
  package var title = ""

  package init() {}
}

/// How many datagrams were dropped, by the reason.
public struct DroppedDatagrams: Hashable, Sendable {
  /// Damaged ones, and those without the code of the key.
  public package(set) var unreadable = 0
  /// Those that were received before, or that a later one has overtaken.
  public package(set) var repeated = 0

  package init() {}
}

/// What the server of a timeline and its clients send each other.
///
/// Each datagram has 256 bytes, so that no forged question makes the server send more than it receives: words of 64
/// bits in the order of the network, the title, and the code of a key.
package struct TimelineDatagram: Hashable, Sendable {
  package enum Kind: UInt64, Sendable {
    case question = 1
    case answer = 2
  }

  static let size = 256
  static let codeSize = 32
  private static let titleStart = 160
  private static let titleSize = 64
  /// `PLHD`, and version 2.
  private static let start: UInt64 = 0x504C_4844_0002_0000
  /// A position or an instant is less, in nanoseconds: 146 years.
  private static let limit: UInt64 = 1 << 62
  private static let states: [PlaybackState] = [
    .idle, .paused, .playing, .waiting, .stalled, .ended, .closed,
  ]

  package var kind: Kind
  /// A number that the client chose at random.
  package var client: UInt64 = 0
  /// A number of the server for this client at its address; 0 if the client does not know it yet.
  package var server: UInt64 = 0
  /// A random number of the server that offers the timeline first, which those that offer it further repeat.
  package var origin: UInt64 = 0
  /// Increases with each datagram of its sender.
  package var sequence: UInt64 = 0
  /// When the client asked, on its own clock; 0 if the server sends without being asked.
  package var asked = HostInstant(nanoseconds: 0)
  /// When the server received the question.
  package var received = HostInstant(nanoseconds: 0)
  /// When the server sent the datagram; in a question, that of the last datagram that the client received.
  package var sent = HostInstant(nanoseconds: 0)
  /// The server's system clock when it sent; nil if nothing disciplines it.
  package var systemTime: SystemTime?
  package var timeline = ServedTimeline()

  package init(_ kind: Kind) { self.kind = kind }

  /// Returns the datagram with the code of a key, or zeros without one.
  package func bytes(_ key: TimelineKey?) -> [UInt8] {
    let title = Self.truncated(timeline.title)
    let rate =
      UInt64(UInt32(timeline.rate.numerator)) << 32 | UInt64(UInt32(timeline.rate.denominator))
    let words: [UInt64] = [
      Self.start | kind.rawValue, client, server, sequence, Self.word(asked.nanoseconds),
      Self.word(received.nanoseconds), Self.word(sent.nanoseconds),
      Self.word(systemTime?.time ?? -1), Self.word(systemTime?.error ?? -1), timeline.item,
      timeline.moves, UInt64(Self.states.firstIndex(of: timeline.state) ?? 0), rate,
      Self.word(of: timeline.position),
      Self.word(of: MediaTime(timeline.uncertainty) ?? .nanoseconds(.max)),
      timeline.duration.map { Self.word(of: $0) } ?? .max,
      Self.word(timeline.changed.nanoseconds), UInt64(title.count),
      Self.word(of: MediaTime(timeline.bias) ?? .nanoseconds(.max)), origin,
    ]
    var bytes = words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    bytes += title
    bytes += Array(repeating: 0, count: Self.size - Self.codeSize - bytes.count)
    return bytes + (key?.code(of: bytes) ?? Array(repeating: 0, count: Self.codeSize))
  }

  /// Reads a datagram; nil if it is damaged, of another version, or does not have the code of the key.
  package init?(_ bytes: [UInt8], _ key: TimelineKey?) {
    guard bytes.count == Self.size else { return nil }
    let message = bytes.dropLast(Self.codeSize)
    guard let code = key.map({ $0.code(of: message) }) ?? Array(repeating: 0, count: Self.codeSize),
      zip(code, bytes.suffix(Self.codeSize)).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0
    else { return nil }
    let words = stride(from: 0, to: Self.titleStart, by: 8).map { index in
      bytes[index..<index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard let kind = Kind(rawValue: words[0] ^ Self.start) else { return nil }
    self.init(kind)
    (client, server, sequence, origin) = (words[1], words[2], words[3], words[19])
    let (rate, state, count) = (words[12], words[11], words[17])
    let (numerator, denominator) = (
      Int32(bitPattern: UInt32(rate >> 32)), Int32(truncatingIfNeeded: rate)
    )
    guard let asked = Self.instant(words[4]), let received = Self.instant(words[5]),
      let sent = Self.instant(words[6]), let position = Self.time(words[13]),
      let uncertainty = Self.time(words[14]), let changed = Self.instant(words[16]),
      let bias = Self.time(words[18]), bias <= uncertainty,
      words[15] == .max || Self.time(words[15]) != nil, state < UInt64(Self.states.count),
      numerator >= 0, denominator > 0, numerator / denominator <= 1_000,
      count <= UInt64(Self.titleSize)
    else { return nil }
    (self.asked, self.received, self.sent) = (asked, received, sent)
    if words[8] < Self.limit, words[7] < Self.limit {
      systemTime = SystemTime(time: Int64(words[7]), error: Int64(words[8]))
    } else if words[7] != .max || words[8] != .max {
      return nil
    }
    (timeline.item, timeline.moves, timeline.state) = (words[9], words[10], Self.states[Int(state)])
    (timeline.rate, timeline.position) = (Rate(numerator, denominator), position)
    (timeline.uncertainty, timeline.bias) = (Duration(uncertainty), Duration(bias))
    timeline.changed = changed
    timeline.duration = Self.time(words[15])
    let text = message[Self.titleStart...]
    guard let title = String(validating: text.prefix(Int(count)), as: UTF8.self),
      text.dropFirst(Int(count)).allSatisfy({ $0 == 0 })
    else { return nil }
    timeline.title = title
  }

  private static func word(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) }

  /// Returns the word of a time, which may be what a file declares.
  private static func word(of time: MediaTime) -> UInt64 {
    min(word(max(time.nanoseconds(rounding: .down), 0)), limit - 1)
  }

  private static func instant(_ word: UInt64) -> HostInstant? {
    word < limit ? HostInstant(nanoseconds: Int64(word)) : nil
  }

  private static func time(_ word: UInt64) -> MediaTime? {
    instant(word).map { .nanoseconds($0.nanoseconds) }
  }

  /// Returns the bytes of a text, without the characters for which there is no room.
  private static func truncated(_ text: String) -> [UInt8] {
    var text = text.prefix(titleSize)
    while text.utf8.count > titleSize { text.removeLast() }
    return Array(text.utf8)
  }
}
