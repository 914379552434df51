import Dispatch
import PlayheadMedia
import PlayheadTimekeeping
import PortableCombine

extension Playhead {
  /// Publishes the cues that are current, and then each other set of them: when playback reaches the start or the
  /// end of a cue, and at once after a seek and the return of a loop. Delivers on the main queue.
  ///
  /// - Parameter track: The cues, with positions of the media; in a queue, those of each item.
  /// - Returns: The publisher.
  public func cuePublisher(_ track: CueTrack) -> AnyPublisher<[Cue], Never> {
    cuePublisher(track, queue: .main)
  }

  /// Publishes what `cuePublisher(_:)` publishes, on a queue.
  ///
  /// A subscriber that requests values one by one receives the newest. Completes when the progress of the player
  /// or queue is complete.
  ///
  /// - Parameters:
  ///   - track: The cues, with positions of the media; in a queue, those of each item.
  ///   - queue: The queue; nil to deliver at once: the first value on the subscribing thread, others on a private
  ///     queue.
  /// - Returns: The publisher of the cues in the order of their starts.
  public func cuePublisher(
    _ track: CueTrack, queue: DispatchQueue?
  ) -> AnyPublisher<[Cue], Never> {
    cuePublisher(on: .cues(track), queue: queue) { track.cues(at: $0) }
  }

  /// Publishes the cues of a feed that are current, and then each other set of them: when playback reaches the
  /// start or the end of a cue, and at once after a seek and the return of a loop, and when a cue becomes known
  /// that is current. Delivers on the main queue.
  ///
  /// - Parameter feed: The cues, with positions of the media, such as ``Player/cues``.
  /// - Returns: The publisher.
  public func cuePublisher(_ feed: CueFeed) -> AnyPublisher<[Cue], Never> {
    cuePublisher(feed, queue: .main)
  }

  /// Publishes what `cuePublisher(_:)` publishes of a feed, on a queue.
  ///
  /// - Parameters:
  ///   - feed: The cues, with positions of the media, such as ``Player/cues``.
  ///   - queue: The queue; nil to deliver at once, as of a track.
  /// - Returns: The publisher of the cues in the order of their starts.
  public func cuePublisher(
    _ feed: CueFeed, queue: DispatchQueue?
  ) -> AnyPublisher<[Cue], Never> {
    cuePublisher(on: .cues(feed), queue: queue) { feed.cues(at: $0) }
  }

  private func cuePublisher(
    on schedule: Schedule, queue: DispatchQueue?,
    _ cues: @escaping @Sendable (MediaTime) -> [Cue]
  ) -> AnyPublisher<[Cue], Never> {
    Deferred {
      self.progressPublisher(
        on: schedule.startingWithPosition(), queue: DispatchQueue(label: "playhead.cues")
      )
      .map { cues($0.due) }
      .prepend(self.progressIfKnown.map { cues($0.due) } ?? [])
    }
    .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
    .removeDuplicates()
    .delivered(on: queue, by: clock)
  }
}
