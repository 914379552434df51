/// Prepares each item of a queue before it plays, and decides when the queue leaves it: it calls
/// `PlayerQueue.leave(_:endedAt:)` after the end, after an error, and when the queue has a `departure`.
///
/// The queue calls these methods on its worker, in order, except `fail` for a player.
package protocol PlayerQueueSupervisor: AnyObject, Sendable {
  /// The entry is the current one, and its player was made. It is opened next.
  func begin(_ player: Player, of entry: PlayerQueue.Entry)
  /// The player is open, and starts when this returns. If it starts at a given instant, its seek is reported before.
  func prepare(_ player: Player, isScheduled: Bool)
  /// The player has been started, or paused.
  func didStart(_ player: Player)
  /// The current entry cannot be made or opened.
  ///
  /// An error of a player comes on a thread of that player. The supervisor must ignore it unless the player is still
  /// that of the current entry.
  func fail(_ error: any Error, of entry: PlayerQueue.Entry, _ player: Player?)
  /// The last entry was left, or playback was stopped.
  func finish()
}
