import PlayheadTimekeeping

/// The periodic updates that the playhead has not reached yet. Update k is due where the playhead reaches k × interval.
struct IntervalCursor {
  private let interval: MediaTime
  /// The number of the next update; `Int64.max` if no later one can be counted.
  private var next: Int64

  /// Creates a cursor at the first update after a position, with a positive interval.
  init(interval: MediaTime, from position: MediaTime) {
    self.interval = interval
    next = Self.number(at: position, interval) + 1
  }

  /// Moves to the first update after a position.
  mutating func move(to position: MediaTime) {
    next = Self.number(at: position, interval) + 1
  }

  /// The number of the newest update at or before a position; at most one less than `Int64.max`.
  private static func number(at position: MediaTime, _ interval: MediaTime) -> Int64 {
    min(position.wholeMultiples(of: interval), .max - 1)
  }

  /// The position of the next update; nil if it cannot be represented.
  var nextDue: MediaTime? { next == .max ? nil : interval.multiplied(by: next) }

  /// Returns the newest update at or before a position that has not been passed.
  func crossed(at position: MediaTime) -> (number: Int64, due: MediaTime)? {
    let number = Self.number(at: position, interval)
    guard number >= next, let due = interval.multiplied(by: number) else { return nil }
    return (number, due)
  }

  /// Passes the updates up to and including a number.
  mutating func pass(through number: Int64) -> Int {
    guard number >= next else { return 0 }
    defer { next = number + 1 }
    return Int(number - next + 1)
  }

  /// Passes the updates up to a position; returns how many were skipped, with one at the position if `countingLast`.
  mutating func skip(through position: MediaTime, countingLast: Bool) -> Int {
    let number = Self.number(at: position, interval)
    let isAtPosition = !countingLast && interval.multiplied(by: number) == position
    return pass(through: isAtPosition ? number - 1 : number)
  }
}
