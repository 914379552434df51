import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs

/// Whether a signal has stopped a subcommand that reads media.
final class StopRequest: Sendable {
  /// Interrupts the reading when the subcommand is stopped.
  let interruption = Interruption()
  private let reason = Locked(EndReason?.none)

  /// The exit status after a signal; nil without one.
  var exitStatus: ExitStatus? { reason.withLock { $0 }?.exitStatus }

  func stop(_ reason: EndReason) {
    self.reason.withLock { $0 = reason }
    interruption.interrupt()
  }
}
