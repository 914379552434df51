import CPlayheadSystem
import PlayheadCore
import PlayheadFFmpeg
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

  /// Sets where a playhead is; nil if that is not known.
  package mutating func follow(_ progress: PlayheadProgress?, at now: HostInstant) {
    guard let progress, progress.state != .failed else { return self.state = .idle }
    state = progress.state == .loading ? .stalled : progress.state
    if progress.isHeld { state = .waiting }
    if !progress.rate.isPaused { rate = progress.rate }
    position = max(progress.position(at: now), .zero)
    (uncertainty, duration) = (progress.uncertainty ?? .zero, progress.duration?.time)
    bias = min(progress.bias, uncertainty)
  }
}

/// The system's clock beside the host clock, in nanoseconds.
package struct SystemTime: Hashable, Sendable {
  /// The nanoseconds since 1970 at zero of the host clock.
  package var zero: Int64
  /// By how much it may be wrong, either way.
  package var error: Int64

  package init(zero: Int64, error: Int64) { (self.zero, self.error) = (zero, error) }

  /// Reads the clock; nil if neither NTP nor PTP disciplines it.
  package static func read(by clock: any HostClock) -> SystemTime? {
    var (time, error): (Int64, Int64) = (0, 0)
    let before = clock.now.nanoseconds
    guard system_read_clock(&time, &error) == 1 else { return nil }
    // The thread may have been interrupted in between.
    return SystemTime(zero: time &- before, error: error &+ (clock.now.nanoseconds &- before))
  }
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
  private static let titleStart = 160
  private static let codeStart = size - AuthenticationCode.size
  /// `PLHD`, and version 3.
  private static let start: UInt64 = 0x504C_4844_0003_0000
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
  /// The number of what the timeline comes from, to which each server that offers it further adds 1.
  package var origin: UInt64 = 0
  /// Increases with each datagram of its sender.
  package var sequence: UInt64 = 0
  /// When the client asked, on its own clock; 0 if the server sends without being asked.
  package var asked = HostInstant(nanoseconds: 0)
  /// When the server received the question.
  package var received = HostInstant(nanoseconds: 0)
  /// When the server sent the datagram; in a question, that of the last datagram that the client received.
  package var sent = HostInstant(nanoseconds: 0)
  /// The server's system clock; nil if nothing disciplines it.
  package var systemTime: SystemTime?
  package var timeline = ServedTimeline()

  package init(_ kind: Kind) { self.kind = kind }

  /// Returns the datagram with the code of a key, or zeros without one.
  package func bytes(_ key: TimelineKey?) -> [UInt8] {
    let title = Self.truncated(timeline.title)
    let rate = (UInt32(timeline.rate.numerator), UInt32(timeline.rate.denominator))
    let words: [UInt64] = [
      Self.start | kind.rawValue, client, server, sequence, Self.word(asked), Self.word(received),
      Self.word(sent), systemTime.map { Self.word($0.zero &+ sent.nanoseconds) } ?? .max,
      systemTime.map { Self.word($0.error) } ?? .max, timeline.item, timeline.moves,
      UInt64(Self.states.firstIndex(of: timeline.state) ?? 0),
      UInt64(rate.0) << 32 | UInt64(rate.1),
      Self.word(timeline.position), Self.word(timeline.uncertainty),
      timeline.duration.map(Self.word) ?? .max, Self.word(timeline.changed), UInt64(title.count),
      Self.word(timeline.bias), origin,
    ]
    var bytes = words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } } + title
    bytes += Array(repeating: 0, count: Self.codeStart - bytes.count)
    guard let key else { return bytes + Array(repeating: 0, count: AuthenticationCode.size) }
    // Without memory, the datagram has no code, and is dropped.
    return bytes + (AuthenticationCode.make(of: bytes, key: key.bytes) ?? [])
  }

  /// Reads a datagram; nil if it is damaged, of another version, or does not have the code of the key.
  package init?(_ bytes: [UInt8], _ key: TimelineKey?) {
    guard bytes.count == Self.size else { return nil }
    // In the order in which they are written.
    let words = stride(from: 0, to: Self.titleStart, by: 8).map { index in
      bytes[index..<index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    let times = words.map { Int64(min($0, Self.limit)) }
    let rate = (Int32(truncatingIfNeeded: words[12] >> 32), Int32(truncatingIfNeeded: words[12]))
    guard let kind = Kind(rawValue: words[0] ^ Self.start), words[18] <= words[14],
      words[11] < UInt64(Self.states.count), rate.0 >= 0, rate.1 > 0, rate.0 / rate.1 <= 1_000
    else { return nil }
    self.init(kind)
    (client, server, sequence, origin) = (words[1], words[2], words[3], words[19])
    asked = HostInstant(nanoseconds: times[4])
    received = HostInstant(nanoseconds: times[5])
    sent = HostInstant(nanoseconds: times[6])
    if words[7] < .max { systemTime = SystemTime(zero: times[7] - times[6], error: times[8]) }
    (timeline.item, timeline.moves) = (words[9], words[10])
    (timeline.state, timeline.rate) = (Self.states[Int(words[11])], Rate(rate.0, rate.1))
    timeline.position = .nanoseconds(times[13])
    if words[15] < .max { timeline.duration = .nanoseconds(times[15]) }
    (timeline.uncertainty, timeline.bias) = (.nanoseconds(times[14]), .nanoseconds(times[18]))
    timeline.changed = HostInstant(nanoseconds: times[16])
    let title = bytes[Self.titleStart..<Self.codeStart].prefix(Int(clamping: words[17]))
    timeline.title = String(decoding: title, as: UTF8.self)
    // Any other bytes are damaged or forged. Takes the same time for any code.
    let own = self.bytes(key)
    guard own.count == bytes.count, zip(own, bytes).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else {
      return nil
    }
  }

  private static func word(_ nanoseconds: Int64) -> UInt64 {
    min(UInt64(max(nanoseconds, 0)), limit - 1)
  }

  private static func word(_ instant: HostInstant) -> UInt64 { word(instant.nanoseconds) }

  private static func word(_ time: MediaTime) -> UInt64 { word(time.nanoseconds(rounding: .down)) }

  private static func word(_ duration: Duration) -> UInt64 {
    MediaTime(duration).map(word) ?? limit - 1
  }

  /// Returns the bytes of a text, without the characters for which there is no room.
  private static func truncated(_ text: String) -> [UInt8] {
    var text = text.prefix(codeStart - titleStart)
    while text.utf8.count > codeStart - titleStart { text.removeLast() }
    return Array(text.utf8)
  }
}
