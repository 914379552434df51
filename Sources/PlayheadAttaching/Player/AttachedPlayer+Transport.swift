import PlayheadCore
import PlayheadTimekeeping

/// Requests to the other player. None waits: what the player does then is published.
///
/// Each throws a `TransportRefusal` if the player cannot do it, or is not attached, which a `Player` never is:
///
/// ```swift
/// do { try player.pause() } catch { print(error) }
/// ```
extension AttachedPlayer: PlayheadTransport {
  /// Plays.
  public func play() throws(TransportRefusal) { try request(.setPaused(false)) }

  /// Pauses.
  public func pause() throws(TransportRefusal) { try request(.setPaused(true)) }

  /// Moves the playhead.
  ///
  /// - Parameter position: The position; before zero, it is zero.
  public func beginSeek(to position: MediaTime) throws(TransportRefusal) {
    try request(.seek(to: max(position, .zero)))
  }

  /// Sets the rate at which the player plays. Zero pauses it.
  ///
  /// - Parameter rate: The rate.
  public func setRate(_ rate: Rate) throws(TransportRefusal) {
    if rate.isPaused { return try pause() }
    try request(.setRate(rate))
    if facts?.chosenRate.isPaused == true { try play() }
  }

  /// Plays the next item of the player's list.
  public func advanceToNextItem() throws(TransportRefusal) { try request(.next) }

  /// Plays the previous item of the player's list.
  public func returnToPreviousItem() throws(TransportRefusal) { try request(.previous) }
}
