import Dispatch
import PortableCombine
import PlayheadTimekeeping

extension Playhead {
  /// Calls a closure with the position at an interval, and whenever playback starts, stops, stalls, jumps, changes its
  /// rate, ends or fails. It ends when the progress of the player or queue is complete, or the observer is removed.
  ///
  /// Modeled on AVPlayer's method of the same name.
  ///
  /// - Parameters:
  ///   - interval: An interval of media time; positive.
  ///   - queue: The queue on which the closure runs, one call at a time. If nil, the main queue.
  ///   - block: Receives the position.
  /// - Returns: The observer. Keep it, because the observation ends when it is released.
  public func addPeriodicTimeObserver(
    forInterval interval: MediaTime, queue: DispatchQueue? = nil,
    using block: @escaping @Sendable (MediaTime) -> Void
  ) -> TimeObserver {
    TimeObserver(
      progressPublisher(on: .interval(interval), queue: queue ?? .main).sink { block($0.position) },
      of: self)
  }

  /// Calls a closure whenever playback crosses one of the given times, once for each crossing (see
  /// `Schedule`). It ends when the progress of the player or queue is complete, or the observer is removed.
  ///
  /// In a queue the times are those of each item. Values of `progressPublisher(on:queue:)` name the item.
  ///
  /// Modeled on AVPlayer's method of the same name.
  ///
  /// - Parameters:
  ///   - times: Media times in any order. If empty, the closure is never called.
  ///   - queue: The queue on which the closure runs, one call at a time. If nil, the main queue.
  ///   - block: Called for each crossing.
  /// - Returns: The observer. Keep it, because the observation ends when it is released.
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

  /// Ends an observation. A second call has no effect.
  ///
  /// If it is called on the observer's queue, the closure is not called again. Otherwise a call
  /// that is already running may still finish.
  ///
  /// - Parameter observer: An observer of this player or queue.
  public func removeTimeObserver(_ observer: TimeObserver) {
    precondition(
      observer.playhead == ObjectIdentifier(self),
      "A time observer is removed from the player or queue that it was added to")
    observer.end()
  }
}
