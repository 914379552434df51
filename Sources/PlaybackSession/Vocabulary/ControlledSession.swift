import PortableCombine

/// A session that plays a list of files, as interfaces for other programs see and control it.
///
/// All members may be used from any thread.
public protocol ControlledSession: AnyObject, Sendable {
  /// The list, the settings and the current player, all of the same instant.
  var snapshot: SessionSnapshot { get }

  /// The changes of the session, one at a time, in order. It completes after `SessionEvent.closing`.
  ///
  /// A change is published on the thread that causes it, without any lock held, before `perform`
  /// returns. Subscribers must return soon, and must not call `perform` before they have returned.
  var changes: AnyPublisher<SessionChange, Never> { get }

  /// Carries out a request.
  ///
  /// Requests that need the current file to be open are refused while it is not.
  ///
  /// - Parameter request: The request.
  /// - Throws: Why the request cannot be carried out. Nothing has changed then.
  func perform(_ request: SessionRequest) throws(SessionRefusal)
}
