import Dispatch
import PlayheadMedia
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
    Deferred {
      self.progressPublisher(
        on: .cues(track).startingWithPosition(), queue: DispatchQueue(label: "playhead.cues")
      )
      .map { track.cues(at: $0.due) }
      .prepend(self.progressIfKnown.map { track.cues(at: $0.due) } ?? [])
    }
    .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
    .removeDuplicates()
    .delivered(on: queue, by: clock)
  }
}
