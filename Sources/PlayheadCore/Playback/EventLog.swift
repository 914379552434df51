import Timekeeping

/// What has happened and has still to be reported, in order, and what was reported last.
struct EventLog {
  /// The number of the newest change.
  private(set) var sequence = 0
  /// The condition that was reported last.
  private(set) var condition = PlaybackCondition()
  private var events: [PlaybackEvent] = []
  private var hasLeapt = false

  /// Whether there is anything to report.
  var hasNews: Bool { !events.isEmpty || hasLeapt }

  mutating func append(_ event: PlaybackEvent) { events.append(event) }

  /// Numbers a change and adds it. Its reading is the first that comes after it.
  mutating func append(_ change: PlaybackChange) {
    sequence += 1
    var change = change
    change.sequence = sequence
    change.reading.sequence = sequence
    events.append(.changed(change))
  }

  /// Records that the clock that drives the playhead, or the place at which the playhead stops, is
  /// not where it was expected: whoever waits for an instant has to look again.
  mutating func noteLeap() { hasLeapt = true }

  mutating func takeLeap() -> Bool {
    defer { hasLeapt = false }
    return hasLeapt
  }

  mutating func takeEvents() -> [PlaybackEvent] {
    defer { events = [] }
    return events
  }

  mutating func report(_ condition: PlaybackCondition) { self.condition = condition }
}
