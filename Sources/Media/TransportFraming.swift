/// What the packets of 188 bytes tell of which MPEG-TS is made.
public struct TransportFraming: Hashable, Sendable {
  /// How many faults are kept.
  public static let capacity = 1_000

  /// The first ones, in the order in which they lie in the medium.
  public private(set) var faults: [TransportFault] = []
  /// How many there are, kept or not.
  public private(set) var count = 0
  /// Whether it was cut out of a longer stream: counters do not begin with 0.
  public var beginsWithin = false

  public init() {}

  public mutating func append(_ fault: TransportFault) {
    count += 1
    if faults.count < TransportFraming.capacity { faults.append(fault) }
  }
}
