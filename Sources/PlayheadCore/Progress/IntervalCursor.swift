import Timekeeping

/// Which updates of an interval playback has crossed: update k is due where the playhead crosses
/// k × interval.
struct IntervalCursor {
  private let interval: MediaTime
  private var next: Int64

  init(interval: MediaTime, from position: MediaTime) {
    self.interval = interval
    next = position.wholeMultiples(of: interval) + 1
  }

  mutating func move(to position: MediaTime) {
    next = position.wholeMultiples(of: interval) + 1
  }

  var nextDue: MediaTime? { interval.multiplied(by: next) }

  /// The newest update at or before `position` that was not told, if there is one.
  func crossed(at position: MediaTime) -> (number: Int64, due: MediaTime)? {
    let number = position.wholeMultiples(of: interval)
    guard number >= next, let due = interval.multiplied(by: number) else { return nil }
    return (number, due)
  }

  /// Takes the updates up to this one; returns how many those are.
  mutating func pass(through number: Int64) -> Int {
    guard number >= next else { return 0 }
    defer { next = number + 1 }
    return Int(number - next + 1)
  }

  /// Gives up the updates up to `position`; returns how many those are. One that falls on it is not
  /// counted where another value is told there: that is both.
  mutating func skip(through position: MediaTime, countingLast: Bool) -> Int {
    let number = position.wholeMultiples(of: interval)
    let isOnPosition = !countingLast && interval.multiplied(by: number) == position
    let count = pass(through: isOnPosition ? number - 1 : number)
    return count
  }
}
