import PlayheadCore
import PlayheadTimekeeping

/// A discontinuity of another player that waits for a reading of the position.
struct PendingChange {
  /// For how long it waits, in nanoseconds.
  private static let patience: Int64 = 250_000_000

  var cause: ProgressCause
  /// When it is published even without a reading; nil once that was not possible.
  var end: HostInstant?

  init(_ cause: ProgressCause, at now: HostInstant) {
    self.cause = cause
    end = now.advanced(byNanoseconds: Self.patience)
  }

  /// Returns the cause of this discontinuity together with a later one.
  func adding(_ later: ProgressCause) -> ProgressCause {
    // After a seek a player waits, and continues.
    cause == .seeked && (later == .stalled || later == .resumed) ? .seeked : later
  }
}
