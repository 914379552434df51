import CombineToolkit
import Dispatch
import Media
import PortableCombine
import Timekeeping

extension Player {
  /// A publisher of playback's status, and what it is made of.
  public typealias PlaybackStatusPublisher<Progress: Publisher> = Publishers.ReduceLatest4<
    Progress, AnyPublisher<PlaybackState, Never>, AnyPublisher<[Tag], Never>,
    AnyPublisher<Range<MediaTime>, Never>, PlaybackStatus
  > where Progress.Failure == Never

  /// Progress, state, tags and buffered range as one value, now and whenever one of them changes.
  ///
  /// Progress comes at an interval of media time (it must be positive) and at every discontinuity,
  /// on `queue`; the others come on a thread of the player's. One value comes at a time. A value
  /// that nobody asked for is replaced by the newest. It never fails and completes when the player
  /// is closed.
  public func playbackStatusPublisher(
    interval: MediaTime = .milliseconds(250), queue: DispatchQueue = .main
  ) -> PlaybackStatusPublisher<Publishers.ProgressPublisher> {
    playbackStatusPublisher(of: progressPublisher(interval: interval, queue: queue))
  }

  /// The same, with progress values that come from elsewhere: from a subscriber who asks for them
  /// in a way of its own.
  public func playbackStatusPublisher<Progress: Publisher>(
    of progress: Progress
  ) -> PlaybackStatusPublisher<Progress>
  where Progress.Output == PlayheadProgress, Progress.Failure == Never {
    progress.reduceLatest(statePublisher, tagsPublisher, bufferedRangePublisher) {
      PlaybackStatus(progress: $0, state: $1, tags: $2, bufferedRange: $3)
    }
  }
}
