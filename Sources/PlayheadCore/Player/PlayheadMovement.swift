import PortableCombine
import PlayheadTimekeeping

/// A movement of the playhead to another position, or to the start of its media.
package enum PlayheadMovement: Sendable {
  /// A seek, a step or a loop has moved the playhead to a position, where it may wait for media.
  case departed(to: MediaTime)
  /// The playhead has reached the position, and moves on unless it is paused.
  case arrived(SeekResult, at: PlayheadProgress)
}

extension Player {
  /// Publishes departures of the playhead and its arrivals, the newest one first, on a thread that must not be blocked.
  ///
  /// An arrival follows each departure that no later one has replaced. The first arrival is at the start, or where an
  /// earlier seek has moved the playhead, once playback was started or paused. Completes when the player is closed.
  package var movementPublisher: some Publisher<PlayheadMovement, Never> {
    movementSubject.compactMap { $0 }
  }
}
