/// How many messages wait for a terminal or a reader of standard error that has stopped. Beyond a number they are only
/// counted.
struct MessageBacklog {
  static let greatestCount = 1_000

  private var waitingCount = 0
  private var skippedCount = 0

  /// Adds a message. Returns whether it may wait; otherwise it is not printed.
  mutating func add() -> Bool {
    guard waitingCount < Self.greatestCount else {
      skippedCount += 1
      return false
    }
    waitingCount += 1
    return true
  }

  /// A message was printed. Returns how many were not, if it was the last one; nil if there are none.
  mutating func finishOne() -> Int? {
    waitingCount -= 1
    guard waitingCount == 0, skippedCount > 0 else { return nil }
    defer { skippedCount = 0 }
    return skippedCount
  }
}
