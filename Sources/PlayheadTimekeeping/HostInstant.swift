/// A reading of the host clock, which is monotonic. Its zero has no meaning.
public struct HostInstant: Hashable, Sendable {
  /// The reading in nanoseconds.
  public let nanoseconds: Int64

  /// Creates an instant from a reading in nanoseconds.
  ///
  /// - Parameter nanoseconds: The reading of the monotonic clock.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns the instant later by `count` nanoseconds, clamped to the range of `Int64`.
  ///
  /// - Parameter count: Nanoseconds; negative for an earlier instant.
  /// - Returns: The later instant.
  public func advanced(byNanoseconds count: Int64) -> HostInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(count)
    return HostInstant(nanoseconds: overflow ? (count < 0 ? .min : .max) : sum)
  }

  /// Returns the instant later by `duration`, rounded to the nearest nanosecond and clamped.
  ///
  /// - Parameter duration: The time to add; negative for an earlier instant.
  /// - Returns: The later instant.
  public func advanced(by duration: Duration) -> HostInstant {
    let nanoseconds = duration.attoseconds.divided(by: 1_000_000_000, rounding: .toNearestOrEven)
    return advanced(byNanoseconds: Int64(clamping: nanoseconds))
  }

  /// Returns the time from this instant to `other`; negative if `other` is earlier.
  ///
  /// - Parameter other: The other instant of the same clock.
  /// - Returns: The exact time between the instants.
  public func duration(to other: HostInstant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }
}

extension HostInstant: Comparable {
  /// Returns whether an instant is earlier than another.
  public static func < (one: HostInstant, two: HostInstant) -> Bool {
    one.nanoseconds < two.nanoseconds
  }
}
