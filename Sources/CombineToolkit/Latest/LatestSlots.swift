/// Where the latest values of several publishers are kept: one slot for each publisher.
protocol LatestSlots {
  /// What is sent of them.
  associatedtype Snapshot

  /// What is to be sent now; nil while a value is missing without which nothing is sent.
  var snapshot: Snapshot? { get }

  /// Takes all values out, to be released after the lock.
  mutating func removeAll() -> Self
}
