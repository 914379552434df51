import CombineToolkit
import Dispatch
import Media
import PortableCombine
import Timekeeping

extension Player {
  /// A publisher that combines a player's progress, state, tags and buffered range.
  public typealias PlaybackStatusPublisher<Progress: Publisher> = Publishers.ReduceLatest4<
    Progress, AnyPublisher<PlaybackState, Never>, AnyPublisher<[Tag], Never>,
    AnyPublisher<Range<MediaTime>, Never>, PlaybackStatus
  > where Progress.Failure == Never

  /// Returns a publisher of progress, state, tags and buffered range as one value, which publishes
  /// the current value and then a value at each change.
  ///
  /// Progress is delivered at every interval and at every discontinuity, on `queue`; the others are
  /// delivered on a thread of the player. Delivery is serial. A value without demand is replaced by
  /// the newest. Never fails, and completes when the player is closed.
  ///
  /// - Parameters:
  ///   - interval: The interval of media time, which must be positive.
  ///   - queue: The delivery queue of progress.
  public func playbackStatusPublisher(
    interval: MediaTime = .milliseconds(250), queue: DispatchQueue = .main
  ) -> PlaybackStatusPublisher<Publishers.ProgressPublisher> {
    playbackStatusPublisher(of: progressPublisher(interval: interval, queue: queue))
  }

  /// Returns a publisher of progress, state, tags and buffered range as one value, with the
  /// progress of another publisher.
  ///
  /// - Parameter progress: A publisher of progress values, for example with a different demand or
  ///   different operators.
  public func playbackStatusPublisher<Progress: Publisher>(
    of progress: Progress
  ) -> PlaybackStatusPublisher<Progress>
  where Progress.Output == PlayheadProgress, Progress.Failure == Never {
    progress.reduceLatest(statePublisher, tagsPublisher, bufferedRangePublisher) {
      PlaybackStatus(progress: $0, state: $1, tags: $2, bufferedRange: $3)
    }
  }
}
