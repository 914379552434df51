/// Errors in the 188-byte packets of MPEG-TS.
public struct TransportFraming: Hashable, Sendable {
  /// The maximum number of stored errors.
  public static let capacity = 1_000

  /// The first errors, in file order.
  public private(set) var defects: [TransportDefect] = []
  /// The number of errors, stored or not.
  public private(set) var count = 0
  /// Whether the stream is an extract of a longer one: its counters do not start at 0.
  public var startsMidStream = false

  /// Creates an empty list.
  public init() {}

  init(_ defects: [TransportDefect], count: Int) {
    (self.defects, self.count) = (defects, count)
  }

  /// Counts an error, and stores it unless the list is full.
  ///
  /// - Parameter defect: The error.
  public mutating func append(_ defect: TransportDefect) {
    count += 1
    if defects.count < TransportFraming.capacity { defects.append(defect) }
  }
}
