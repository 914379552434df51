import Timekeeping

extension MediaTime {
  /// Creates a time that a client has given, or nil if it is more than 30 years from zero, so that sums
  /// with positions do not overflow.
  ///
  /// - Parameter seconds: The number of seconds.
  init?(clientSeconds seconds: Double) {
    guard seconds.magnitude < 1e9 else { return nil }
    self.init(seconds: seconds)
  }
}
