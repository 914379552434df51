import Timekeeping

/// The periodic updates that the playhead has not reached yet. Update k is due where the playhead
/// reaches k × interval.
struct IntervalCursor {
  private let interval: MediaTime
  private var next: Int64

  /// Creates a cursor at the first update after a position.
  ///
  /// - Parameters:
  ///   - interval: The distance between two updates; positive.
  ///   - position: The position of the playhead.
  init(interval: MediaTime, from position: MediaTime) {
    self.interval = interval
    next = position.wholeMultiples(of: interval) + 1
  }

  /// Moves to the first update after a position.
  mutating func move(to position: MediaTime) {
    next = position.wholeMultiples(of: interval) + 1
  }

  /// The position of the next update; nil if it cannot be represented.
  var nextDue: MediaTime? { interval.multiplied(by: next) }

  /// Returns the newest update at or before a position that has not been passed; nil if there is
  /// none.
  func crossed(at position: MediaTime) -> (number: Int64, due: MediaTime)? {
    let number = position.wholeMultiples(of: interval)
    guard number >= next, let due = interval.multiplied(by: number) else { return nil }
    return (number, due)
  }

  /// Passes the updates up to and including a number.
  ///
  /// - Returns: The number of updates that were passed.
  mutating func pass(through number: Int64) -> Int {
    guard number >= next else { return 0 }
    defer { next = number + 1 }
    return Int(number - next + 1)
  }

  /// Passes the updates up to and including a position.
  ///
  /// - Parameters:
  ///   - position: The position of the playhead.
  ///   - countingLast: False if another value is due at `position`: an update at the same position
  ///     is then the same value, and is not counted.
  /// - Returns: The number of updates that were skipped.
  mutating func skip(through position: MediaTime, countingLast: Bool) -> Int {
    let number = position.wholeMultiples(of: interval)
    let isAtPosition = !countingLast && interval.multiplied(by: number) == position
    return pass(through: isAtPosition ? number - 1 : number)
  }
}
