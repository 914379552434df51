/// An observation while a schedule runs: an event at the subscriber or at an upstream. Requests to
/// an upstream are not recorded, only the values that follow.
enum ScheduleEvent: Equatable, CustomStringConvertible {
  case subscription
  case value(Int)
  case finished
  case failed
  case subscribed(Int)
  case cancelled(Int)
  /// An action of the schedule, to explain a difference.
  case action(String)

  var description: String {
    switch self {
    case .subscription: "subscription"
    case .value(let value): "value \(value)"
    case .finished: "finished"
    case .failed: "failed"
    case .subscribed(let index): "upstream \(index) subscribed"
    case .cancelled(let index): "upstream \(index) cancelled"
    case .action(let text): "[\(text)]"
    }
  }
}

extension [ScheduleEvent] {
  /// Returns the events with consecutive cancellations of upstreams in a fixed order, because their
  /// order does not matter.
  func sortingCancellations() -> [ScheduleEvent] {
    var (sorted, cancelled) = (self, [Int]())
    for (place, event) in enumerated().reversed() {
      guard case .cancelled(let index) = event else {
        cancelled = []
        continue
      }
      cancelled = (cancelled + [index]).sorted()
      for (offset, index) in cancelled.enumerated() { sorted[place + offset] = .cancelled(index) }
    }
    return sorted
  }
}
