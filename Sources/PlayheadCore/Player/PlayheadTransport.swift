import PlayheadTimekeeping

/// A playhead that can be asked to play, to pause, to move and to change its rate. Each request may be refused.
///
/// No request waits. What becomes of it is published by the progress publishers. A `Player` and a
/// `PlayerQueue` refuse nothing here, but a queue without an item. Types outside of this package should not conform.
public protocol PlayheadTransport: Playhead {
  /// Plays.
  ///
  /// - Throws: Why that cannot be done.
  func play() throws(TransportRefusal)
  /// Pauses.
  ///
  /// - Throws: Why that cannot be done.
  func pause() throws(TransportRefusal)
  /// Moves the playhead of the current item.
  ///
  /// - Parameter position: The target; one before zero counts as zero.
  /// - Throws: Why that cannot be done.
  func beginSeek(to position: MediaTime) throws(TransportRefusal)
  /// Plays at a rate.
  ///
  /// - Parameter rate: The rate, from 0.1 to 16; 0 pauses.
  /// - Throws: Why that cannot be done.
  func setRate(_ rate: Rate) throws(TransportRefusal)
}

extension Player: PlayheadTransport {
  /// Moves the playhead to a position at once, exactly, as `beginSeek(to:tolerance:completion:)` does.
  ///
  /// - Parameter position: The target, in media time.
  public func beginSeek(to position: MediaTime) {
    beginSeek(to: position, tolerance: .exact)
  }
}

extension PlayerQueue: PlayheadTransport {
  /// Moves the playhead of the current item at once.
  ///
  /// - Parameter position: The target, in media time.
  /// - Throws: `unavailable` if there is no current item.
  public func beginSeek(to position: MediaTime) throws(TransportRefusal) {
    guard let player = currentItem else { throw .unavailable }
    player.beginSeek(to: position)
  }
}
