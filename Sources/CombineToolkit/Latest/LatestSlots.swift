/// Storage for the latest values of several publishers: one slot for each publisher.
@usableFromInline
protocol LatestSlots {
  /// The values that are sent together.
  associatedtype Snapshot

  /// The values to send; nil while a required value is missing.
  var snapshot: Snapshot? { get }

  /// Removes and returns all values, to be released outside the lock.
  mutating func removeAll() -> Self
}
