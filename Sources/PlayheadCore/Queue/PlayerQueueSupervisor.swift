/// Prepares each item of a queue before it plays, and decides when the queue leaves it: it calls
/// `PlayerQueue.leave(_:endedAt:)` after the end, after an error, and after `go(to:)`.
///
/// The queue calls these methods on its worker, in order, except `failed`.
package protocol PlayerQueueSupervisor: AnyObject, Sendable {
  /// The entry at `index` is the current one, and its player was made. It is opened next.
  func begin(_ player: Player, at index: Int)
  /// The player is open. It starts when this returns.
  ///
  /// - Parameter isScheduled: Whether it starts at a given instant, so that the seek to its start is
  ///   reported before.
  func prepare(_ player: Player, isScheduled: Bool)
  /// The player has been started, or paused.
  func didStart(_ player: Player)
  /// The current entry cannot be made or opened. May be called on any thread.
  func fail(_ error: any Error, at index: Int)
  /// The last entry was left.
  func finish()
}
