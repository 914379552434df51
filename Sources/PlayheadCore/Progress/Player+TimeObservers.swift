import Dispatch
import PortableCombine
import Timekeeping

extension Player {
  /// Calls `block` with the position at an interval of media time (it must be positive) and
  /// whenever playback starts, stops, stalls, jumps, changes its rate or ends, serially on `queue`
  /// (nil: the main queue), until the player is closed or the observation ends.
  ///
  /// After AVPlayer's method of the same name.
  public func addPeriodicTimeObserver(
    forInterval interval: MediaTime, queue: DispatchQueue? = nil,
    using block: @escaping @Sendable (MediaTime) -> Void
  ) -> TimeObserver {
    TimeObserver(
      progressPublisher(on: .interval(interval), queue: queue ?? .main).sink { block($0.position) },
      of: self)
  }

  /// Calls `block` whenever playback crosses one of `times`, once for each time and crossing (see
  /// `Schedule`), serially on `queue` (nil: the main queue), until the player is closed or the
  /// observation ends.
  ///
  /// After AVPlayer's method of the same name. Where there are no times, `block` is never called.
  public func addBoundaryTimeObserver(
    forTimes times: [MediaTime], queue: DispatchQueue? = nil,
    using block: @escaping @Sendable () -> Void
  ) -> TimeObserver {
    TimeObserver(
      progressPublisher(on: .times(times), queue: queue ?? .main).sink { progress in
        if progress.boundary != nil { block() }
      },
      of: self)
  }

  /// Ends an observation of this player, which must be one of its own; a second time is nothing.
  ///
  /// Called on the observation's queue, nothing more comes after it; from elsewhere, at most the
  /// call that is being made.
  public func removeTimeObserver(_ observer: TimeObserver) {
    precondition(
      observer.player == ObjectIdentifier(self),
      "A time observer is removed from the player that it was added to")
    observer.end()
  }
}
