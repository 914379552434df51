import PlayheadAttaching
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Decides what messages say of a playhead.
///
/// A message of Open Sound Control states the position in seconds and, if there is a second number, the rate, 0 while the
/// playhead stands; this project's own `--timecode-out osc:` sends that. Messages with labels are chased as any timecode.
package struct MessageChaser: Sendable {
  package enum Kind: Sendable {
    case midi(MIDITimecodeDecoder)
    case artNet
    /// Only the messages to an address are followed; nil for all.
    case osc(address: String?)
  }

  /// Without a message for so long, and for four times the last interval, the playhead stands.
  private static let patience = Duration.seconds(2)

  private var kind: Kind
  private var labels: TimecodeChaser
  private var facts: PlayerFacts?
  private var last: (position: MediaTime, instant: HostInstant)?
  private var interval = Duration.zero

  /// Creates a machine that knows nothing, with one that chases labels.
  package init(_ labels: TimecodeChaser, _ kind: Kind) { (self.labels, self.kind) = (labels, kind) }

  /// The instant when the playhead stands, unless a message comes before; nil while it stands.
  package var deadline: HostInstant? {
    guard let last, facts?.playback == .playing else { return labels.deadline }
    return last.instant.advanced(by: max(Self.patience, interval * 4))
  }

  /// Stops the playhead if no message has come for so long.
  package mutating func settle(at now: HostInstant) -> [SourceReport] {
    guard var facts, facts.playback == .playing, let last, let deadline else {
      return labels.settle(at: now)
    }
    if now < deadline { return [] }
    facts.playback = .paused
    return report(facts, last.position, since: last.instant, at: now)
  }

  /// Receives the bytes of a message, or some of a device, and returns the resulting reports.
  package mutating func receive(_ bytes: [UInt8], at now: HostInstant) -> [SourceReport] {
    switch kind {
    case .midi(var decoder):
      if bytes.contains(0xF1) { labels.recordSign(at: now) }
      let sightings = decoder.receive(bytes, at: now)
      kind = .midi(decoder)
      return sightings.flatMap { labels.receive($0) }
    case .artNet:
      return TimecodeSighting(artNet: bytes, at: now).map { labels.receive($0) } ?? []
    case .osc(let address):
      return OSCDecoder.messages(of: bytes).filter { address ?? $0.address == $0.address }
        .flatMap { receive($0, at: now) }
    }
  }

  private mutating func receive(
    _ message: OSCDecoder.Message, at instant: HostInstant
  ) -> [SourceReport] {
    guard let seconds = message.numbers.first else {
      let sighting = message.texts.lazy.compactMap { text in
        Timecode.numbers(in: text).flatMap {
          TimecodeSighting($0, isDropFrame: text.contains(";"), instant: instant)
        }
      }.first
      return sighting.map { labels.receive($0) } ?? []
    }
    // A date is no position.
    guard (0...1_000_000_000).contains(seconds), let position = MediaTime(seconds: seconds) else {
      return []
    }
    let stated = message.numbers.dropFirst().first.flatMap { $0.isFinite ? $0 : nil }
    let speed = stated ?? (last.map { $0.position == position } == true ? 0 : 1)
    let rate = speed > 0 ? Rate(speed) : nil
    // Drop-frame timecode has only one rate.
    let drops = message.texts.contains { $0.contains(";") }
    var facts = PlayerFacts()
    (facts.playback, facts.rate) = (rate == nil ? .paused : .playing, rate ?? .normal)
    facts.canSeek = false
    var item = PlayerFacts.Item(identity: labels.name)
    item.title = labels.name
    item.timecodeRate =
      labels.frameRate.flatMap { TimecodeRate(carrying: $0) } ?? self.facts?.item?.timecodeRate
      ?? (drops ? TimecodeRate.all.first { $0.base.isDropFrame } : nil)
    facts.item = item
    defer { last = (position, instant) }
    // A pause is no interval of messages.
    let before = self.facts?.playback == .playing ? last?.instant ?? instant : instant
    interval = before.duration(to: instant)
    return report(facts, position, since: last?.instant ?? instant, at: instant)
  }

  private mutating func report(
    _ facts: PlayerFacts, _ position: MediaTime, since: HostInstant, at instant: HostInstant
  ) -> [SourceReport] {
    let isNew = facts != self.facts
    self.facts = facts
    let reading = PositionReading(sent: instant, received: instant, value: position)
    return (isNew ? [.facts(facts, since: since, received: instant)] : []) + [.reading(reading)]
  }
}
