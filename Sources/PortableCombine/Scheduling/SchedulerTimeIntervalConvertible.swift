/// A scheduler's time interval, which can be created from seconds and fractions of a second.
public protocol SchedulerTimeIntervalConvertible {
  /// Returns an interval of `s` seconds.
  ///
  /// - Parameter s: The number of seconds.
  static func seconds(_ s: Int) -> Self

  /// Returns an interval of `s` seconds, including fractions.
  ///
  /// - Parameter s: The number of seconds.
  static func seconds(_ s: Double) -> Self

  /// Returns an interval of `ms` milliseconds.
  ///
  /// - Parameter ms: The number of milliseconds.
  static func milliseconds(_ ms: Int) -> Self

  /// Returns an interval of `us` microseconds.
  ///
  /// - Parameter us: The number of microseconds.
  static func microseconds(_ us: Int) -> Self

  /// Returns an interval of `ns` nanoseconds.
  ///
  /// - Parameter ns: The number of nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}
