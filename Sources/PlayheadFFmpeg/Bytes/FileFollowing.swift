import PlayheadMedia

/// Options for following a file that is still being written: reading waits at its end for more
/// data.
///
/// Following ends when `finish()` is called, when the file is deleted, or when the file has not
/// grown for the duration of `patience`. All existing data is read before the end is reported. Safe
/// from any thread.
public final class FileFollowing: Sendable {
  /// The time without growth after which the file is considered complete; nil to wait indefinitely.
  public let patience: Duration?
  private let finishing = Interruption()

  /// The interval at which the file is checked for more data.
  static let interval = Duration.milliseconds(50)

  /// Creates the following of a file.
  ///
  /// - Parameter patience: How long to wait for further data before the file counts as complete;
  ///   nil to wait until `finish()` is called.
  public init(patience: Duration? = nil) {
    self.patience = patience
  }

  /// Declares that the file is complete, so that reading stops at its end. A second call has no
  /// effect.
  public func finish() {
    finishing.interrupt()
  }

  /// Whether `finish()` was called.
  public var isFinished: Bool { finishing.isInterrupted }

  func onFinish(_ handler: @escaping @Sendable () -> Void) {
    finishing.onInterrupt(handler)
  }
}
