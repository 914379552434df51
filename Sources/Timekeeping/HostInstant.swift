/// A reading of the host clock, in nanoseconds of a monotonic clock whose zero means nothing.
public struct HostInstant: Hashable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant so much later; the last or first there is where that overflows.
  public func advanced(byNanoseconds count: Int64) -> HostInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(count)
    return HostInstant(nanoseconds: overflow ? (count < 0 ? .min : .max) : sum)
  }

  /// The instant so much later, to the nearest nanosecond.
  public func advanced(by duration: Duration) -> HostInstant {
    let nanoseconds = duration.attoseconds.divided(by: 1_000_000_000, rounding: .toNearestOrEven)
    return advanced(byNanoseconds: Int64(clamping: nanoseconds))
  }

  /// How long it is from here to `other`; negative where that is earlier.
  public func duration(to other: HostInstant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }
}

extension HostInstant: Comparable {
  public static func < (one: HostInstant, two: HostInstant) -> Bool {
    one.nanoseconds < two.nanoseconds
  }
}
