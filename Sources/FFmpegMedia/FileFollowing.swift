import Media

/// How a file that is still being written is followed: at its end more is waited for.
///
/// It ends, after all that is there has been read, when `finish()` is called, when the file is
/// deleted, or when it has not grown for as long as there is patience. Safe from any thread.
public final class FileFollowing: Sendable {
  /// How long a file may not grow before that is taken for its end; nil: for ever.
  public let patience: Duration?
  private let finishing = Interruption()

  /// How long to wait before looking for more again.
  static let interval = Duration.milliseconds(50)

  public init(patience: Duration? = nil) {
    self.patience = patience
  }

  /// Tells that the file is complete: it ends at its end. A second time is nothing.
  public func finish() {
    finishing.interrupt()
  }

  public var isFinished: Bool { finishing.isInterrupted }

  func onFinish(_ handler: @escaping @Sendable () -> Void) {
    finishing.onInterrupt(handler)
  }
}
