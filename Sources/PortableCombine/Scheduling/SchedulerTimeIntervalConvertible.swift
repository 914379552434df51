/// A span of time as schedulers count it, which can be made of seconds and their fractions.
///
/// Source of the rule: Apple's documentation of `SchedulerTimeIntervalConvertible`.
public protocol SchedulerTimeIntervalConvertible {
  /// So many seconds.
  static func seconds(_ s: Int) -> Self

  /// So many seconds, fractions included.
  static func seconds(_ s: Double) -> Self

  /// So many thousandths of a second.
  static func milliseconds(_ ms: Int) -> Self

  /// So many millionths of a second.
  static func microseconds(_ us: Int) -> Self

  /// So many billionths of a second.
  static func nanoseconds(_ ns: Int) -> Self
}
