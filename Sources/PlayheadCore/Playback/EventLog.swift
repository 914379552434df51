import PlayheadTimekeeping

/// The events to publish, in order, and the properties published last.
struct EventLog {
  /// The number of the newest change.
  private(set) var sequence = 0
  /// The instant of the newest change. Later changes are not earlier.
  private(set) var newestInstant = HostInstant(nanoseconds: .min)
  /// The properties that were published last.
  private(set) var published = PlayerProperties()
  private var events: [PlaybackEvent] = []
  private var needsReschedule = false

  /// Whether there is anything to publish.
  var hasNews: Bool { !events.isEmpty || needsReschedule }

  mutating func append(_ event: PlaybackEvent) { events.append(event) }

  /// Gives a change the next number and appends it. Its reading is the first one that follows.
  mutating func append(_ change: PlaybackChange) {
    sequence += 1
    var change = change
    change.sequence = sequence
    change.reading.sequence = sequence
    newestInstant = max(newestInstant, change.reading.instant)
    events.append(.changed(change))
  }

  /// Requests that subscriptions compute their next instant again: the clock or the place to stop changed unexpectedly.
  mutating func requestReschedule() { needsReschedule = true }

  mutating func clearReschedule() -> Bool {
    defer { needsReschedule = false }
    return needsReschedule
  }

  mutating func removeEvents() -> [PlaybackEvent] {
    defer { events = [] }
    return events
  }

  mutating func report(_ properties: PlayerProperties) { published = properties }
}
