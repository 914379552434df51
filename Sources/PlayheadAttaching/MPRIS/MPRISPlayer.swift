import PlayheadInterprocess
import PlayheadTimekeeping

/// The player that a machine follows.
struct MPRISPlayer {
  typealias Request = (purpose: MPRISCall.Purpose, request: BusRequest)

  let name: String
  /// The unique name of the program.
  let owner: String
  /// Nil until the player has stated its properties.
  private(set) var properties: MPRISProperties?
  /// The facts that were reported.
  private(set) var facts: PlayerFacts?
  /// The sound that was reported.
  private(set) var sound: PlayerSound?
  private(set) var canQuit = true
  /// The process of the program; nil if it is not known.
  private(set) var process: Int32?
  /// Changes in the next message came after this instant: messages are in order, and a call sent then was answered.
  private var since: HostInstant?
  /// The number of positions that are awaited.
  private var awaitedPositions = 0
  /// Checks the values of the position.
  private var positionCheck = MPRISPositionCheck()
  /// A stop that is not reported yet, and between which instants it happened; nil if there is none.
  ///
  /// VLC states that it has stopped when it goes to another item, whose metadata follows a tenth of a second later.
  private var stop: (values: [String: BusValue], since: HostInstant, received: HostInstant)?
  private var isReadingProperties = true
  private var needsProperties = false
  private var requests: [Request] = []

  /// More values of the position are not asked for until one has arrived.
  private static let mostAwaited = 4

  init(name: String, owner: String) { (self.name, self.owner) = (name, owner) }

  /// Returns the calls that became necessary.
  mutating func removeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Receives the reply to a call.
  mutating func receive(
    _ answer: BusAnswer, to call: MPRISCall, at now: HostInstant
  ) -> [SourceReport] {
    switch call.purpose {
    case .position, .positionBeforeSeek: awaitedPositions = max(0, awaitedPositions - 1)
    case .properties: isReadingProperties = false
    default: break
    }
    let values: [BusValue]
    switch answer {
    case .error(let error):
      let reports = call.purpose == .properties ? reportStop(with: [:]) : []
      return reports + refusal(of: call.purpose, error)
    case .values(let found, _): values = found
    }
    let reports = receive(values, to: call, at: now)
    return reports.isEmpty ? [.answered] : reports
  }

  /// Receives the values of a reply.
  private mutating func receive(
    _ values: [BusValue], to call: MPRISCall, at now: HostInstant
  ) -> [SourceReport] {
    let before = since ?? call.sent
    since = max(before, call.sent)
    switch call.purpose {
    case .program:
      if case .dictionary(let all)? = values.first, let isTrue = MPRISValue.boolean(all["CanQuit"])
      {
        canQuit = isTrue
      }
    case .properties:
      if needsProperties { readProperties() }
      var all: [String: BusValue] = [:]
      if case .dictionary(let entries)? = values.first { all = entries }
      // The properties of before the stop do not show what it is.
      if let stop, call.sent < stop.received { return [] }
      // The facts may have changed before the call.
      let reports = stop == nil ? update(all, since: before, at: now) : reportStop(with: all)
      return reports + pushed(all["Position"], call.sent, now)
    case .position: return reading(values.first, call.sent, now)
    case .positionBeforeSeek(let target):
      // Also one that is refused is the one from which the player counts.
      guard let position = Self.position(values.first) else {
        return [.refused(.seek(to: target), "the player does not know its position")]
      }
      let reports = reading(values.first, call.sent, now)
      seek(from: position, to: target)
      return reports
    case .request:
      // Not every player signals each change.
      readProperties()
    default: break
    }
    return []
  }

  /// Takes the bus's reply about the process of the player.
  mutating func receive(process answer: BusAnswer) -> [SourceReport] {
    guard case .values(let values, _) = answer, case .uint32(let number)? = values.first,
      let found = Int32(exactly: number), found > 0
    else { return [] }
    process = found
    return reportSound()
  }

  /// Reports the sound if it is another one than before.
  private mutating func reportSound() -> [SourceReport] {
    let new = process.flatMap {
      PlayerSound.mpris(name, process: $0, playing: facts?.item?.location)
    }
    defer { sound = new }
    return new == sound ? [] : [.sound(new)]
  }

  /// Receives a change of properties, which are read again if others changed without their values.
  mutating func receive(
    _ values: [String: BusValue], isIncomplete: Bool, at now: HostInstant
  ) -> [SourceReport] {
    // The first reply will state them.
    guard let properties else { return [] }
    if isIncomplete { readProperties() }
    let since = min(since ?? now, now)
    if stop != nil {
      // Others do not show what it is.
      if values["PlaybackStatus"] == nil, values["Metadata"] == nil {
        stop?.values.merge(values) { $1 }
        return []
      }
      return reportStop(with: values) + pushed(values["Position"], since, now)
    }
    if values["PlaybackStatus"] == .text("Stopped"), values["Metadata"] == nil,
      properties.playback != .stopped, properties.track != nil
    {
      stop = (values, since, now)
      readProperties()
      return []
    }
    return update(values, since: since, at: now) + pushed(values["Position"], since, now)
  }

  mutating func receive(seekedTo value: BusValue?, at now: HostInstant) -> [SourceReport] {
    guard properties != nil else { return [] }
    let (position, since) = (MPRISValue.position(value), min(since ?? now, now))
    positionCheck.move(to: position, since: since, received: now)
    return [.moved(to: position, since: since, received: now)]
  }

  /// Reports what has happened at a stop, according to later properties.
  private mutating func reportStop(with values: [String: BusValue]) -> [SourceReport] {
    guard let stop else { return [] }
    self.stop = nil
    return update(stop.values.merging(values) { $1 }, since: stop.since, at: stop.received)
  }

  private mutating func update(
    _ values: [String: BusValue], since: HostInstant, at now: HostInstant
  ) -> [SourceReport] {
    var properties = properties ?? MPRISProperties()
    properties.update(values)
    self.properties = properties
    let newFacts = properties.facts(of: "\(name) \(owner)")
    if newFacts == facts { return [] }
    if newFacts.item?.identity != facts?.item?.identity { positionCheck = MPRISPositionCheck() }
    facts = newFacts
    return [.facts(newFacts, since: since, received: now)] + reportSound()
  }

  /// The position among other properties as a report, if it is one.
  private mutating func pushed(
    _ value: BusValue?, _ sent: HostInstant, _ received: HostInstant
  ) -> [SourceReport] {
    guard MPRISValue.position(value) != nil else { return [] }
    return reading(value, sent, received)
  }

  /// The answer to a question for the position as a report.
  private mutating func reading(
    _ value: BusValue?, _ sent: HostInstant, _ received: HostInstant
  ) -> [SourceReport] {
    // It may be that of another item.
    if stop != nil { return [.answered] }
    guard let position = Self.position(value) else { return [.withoutPosition] }
    let reading = PositionReading(sent: sent, received: received, value: position)
    switch positionCheck.verdict(on: reading, rate: facts?.movingRate ?? .paused) {
    case .position: return [.reading(reading)]
    case .stale: return [.answered]
    case .still: return [.withoutPosition]
    }
  }

  private static func position(_ value: BusValue?) -> MediaTime? {
    if case .variant(.value(let contents))? = value { return MPRISValue.position(contents) }
    return MPRISValue.position(value)
  }

  // MARK: Calls

  /// Whether the player was asked for its position, and has not answered.
  var owesAnswer: Bool { awaitedPositions > 0 }

  /// Asks for the position, unless several values are awaited.
  mutating func readPosition(_ purpose: MPRISCall.Purpose = .position) -> Request? {
    guard properties != nil, awaitedPositions < Self.mostAwaited else { return nil }
    awaitedPositions += 1
    return (
      purpose,
      BusRequest(
        owner, MPRISCall.object, MPRISCall.properties, "Get", .text(MPRISCall.player),
        .text("Position"))
    )
  }

  private mutating func readProperties() {
    needsProperties = isReadingProperties
    if isReadingProperties { return }
    isReadingProperties = true
    requests.append((.properties, .properties(of: MPRISCall.player, owner)))
  }

  private mutating func seek(from position: MediaTime, to target: MediaTime) {
    guard let offset = target.subtracting(position).flatMap(MPRISValue.microseconds) else { return }
    requests.append(
      (
        .request(.seek(to: target)),
        BusRequest(owner, MPRISCall.object, MPRISCall.player, "Seek", .int64(offset))
      ))
  }

  private func refusal(of purpose: MPRISCall.Purpose, _ error: ReceivedError) -> [SourceReport] {
    switch purpose {
    case .position: error.isUnanswered ? [] : [.withoutPosition]
    case .request(let request): [.refused(request, error.message)]
    case .positionBeforeSeek(let target): [.refused(.seek(to: target), error.message)]
    default: error.isUnanswered ? [] : [.answered]
    }
  }
}
