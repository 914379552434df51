/// mpv's JSON IPC for one session: what its clients share, such as the messages that they send each
/// other.
///
/// It does not retain its clients.
public final class MPVInterface: Sendable {
  let session: any ControlledSession

  /// Creates the interface of a session. A session has at most one.
  ///
  /// - Parameter session: The session that clients see and control.
  public init(session: any ControlledSession) {
    self.session = session
  }
}
