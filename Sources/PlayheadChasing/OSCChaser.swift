import PlayheadAttaching
import PlayheadMedia
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Decides what messages of Open Sound Control say of a playhead.
///
/// A message states the position in seconds and, if there is a second number, the rate, 0 while the playhead stands; this
/// project's own `--timecode-out osc:` sends that. A message with a label alone is timecode as any other.
package struct OSCChaser: Sendable {
  /// After how long without a message a playhead that moves stands, in nanoseconds, if that is more than four times the
  /// time between messages.
  private static let patience: Int64 = 2_000_000_000

  private let name: String
  private let rate: TimecodeRate?
  private var labels: TimecodeChaser
  private var facts: PlayerFacts?
  private var last: (position: MediaTime, instant: HostInstant)?
  private var interval: Int64 = 0

  /// The only address whose messages are followed; nil for all.
  let address: String?

  /// Creates a machine that knows nothing. Labels are shown at a rate; nil for that of the labels that arrive.
  package init(
    _ name: String, _ labels: TimecodeChaser, rate: FrameRate?, address: String? = nil
  ) {
    (self.name, self.labels, self.address) = (name, labels, address)
    self.rate = rate.flatMap { TimecodeRate(carrying: $0) }
  }

  /// Receives a message, and returns the resulting reports.
  package mutating func receive(
    _ message: OSCDecoder.Message, at instant: HostInstant
  ) -> [SourceReport] {
    guard let seconds = message.numbers.first else {
      let sighting = message.texts.lazy.compactMap { Self.sighting($0, at: instant) }.first
      return sighting.map { labels.receive($0) } ?? []
    }
    // A date is no position.
    guard (0...1_000_000_000).contains(seconds), let position = MediaTime(seconds: seconds) else {
      return []
    }
    var facts = PlayerFacts()
    facts.canSeek = false
    let stated = message.numbers.dropFirst().first.flatMap { $0.isFinite ? $0 : nil }
    let wasPlaying = self.facts?.playback == .playing
    let speed = stated ?? (last.map { $0.position == position } == true ? 0 : 1)
    let moving = speed > 0 ? Rate(speed) : nil
    facts.playback = moving == nil ? .paused : .playing
    facts.rate = moving ?? .normal
    var item = PlayerFacts.Item(identity: name)
    item.title = name
    item.timecodeRate = rate ?? self.facts?.item?.timecodeRate ?? Self.rate(of: message)
    facts.item = item
    defer {
      let elapsed = last.map { instant.nanoseconds(after: $0.instant) } ?? 0
      // A pause is no interval of messages.
      interval = wasPlaying ? Int64(clamping: max(elapsed, 0)) : 0
      (self.facts, last) = (facts, (position, instant))
    }
    let since = last?.instant ?? instant
    let reading = SourceReport.reading(
      PositionReading(sent: instant, received: instant, value: position))
    if facts == self.facts { return [reading] }
    return [.facts(facts, since: since, received: instant), reading]
  }

  /// The instant when the playhead stands, unless a message comes before; nil while it stands.
  package var deadline: HostInstant? {
    guard let last, facts?.playback == .playing else { return labels.deadline }
    let patience = max(Self.patience, interval.multipliedReportingOverflow(by: 4).partialValue)
    return last.instant.advanced(byNanoseconds: patience)
  }

  /// Stops the playhead if no message has come for so long.
  package mutating func settle(at now: HostInstant) -> [SourceReport] {
    guard facts?.playback == .playing, let last else { return labels.settle(at: now) }
    guard let deadline, now >= deadline else { return [] }
    facts?.playback = .paused
    guard let facts else { return [] }
    return [
      .facts(facts, since: last.instant, received: now),
      .reading(PositionReading(sent: now, received: now, value: last.position)),
    ]
  }

  private static func sighting(_ text: String, at instant: HostInstant) -> TimecodeSighting? {
    let parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { ":;.".contains($0) })
    let numbers = parts.compactMap { part in
      part.utf8.count <= 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int64(part) : nil
    }
    guard parts.count == 4, numbers.count == 4 else { return nil }
    return TimecodeSighting(
      hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3],
      isDropFrame: text.contains(";"), instant: instant)
  }

  /// The rate of a message's label: drop-frame timecode has only one.
  private static func rate(of message: OSCDecoder.Message) -> TimecodeRate? {
    guard message.texts.contains(where: { $0.contains(";") }) else { return nil }
    return TimecodeRate.all.first { $0.base.isDropFrame }
  }
}
