import Dispatch
import PortableCombine
import PlayheadTimekeeping

/// The progress of a player or a queue as an asynchronous sequence, which ends with playback.
///
/// The last value has the cause `ended` or, at the forward playback end, `boundary`. If the player
/// fails, it is `failed`, also if the media cannot be opened. The sequence also ends when the player is
/// closed. It waits as long as nobody plays the player.
///
/// That of a queue ends after its last item, or where the queue pauses at the end of an item. If its last item
/// has ended before, it has no values. An item that fails is skipped, as the queue does.
///
/// An empty queue has no end: the sequence waits for its first item.
///
/// Each iterator has its own subscription, which begins when the iterator is made: in a loop, when the loop
/// begins. Media that is open may start to play before that, and the value `started` is then not delivered.
///
/// A loop that is slower than the values receives the newest; the updates and boundaries that it replaced are
/// counted in `skipped`. The subscription is cancelled when the task is cancelled or the iterator is released.
public struct ProgressSequence: AsyncSequence, Sendable {
  /// A progress value.
  public typealias Element = PlayheadProgress

  let publisher: AnyPublisher<PlayheadProgress, Never>
  /// The playhead that iterators retain if the sequence ends with playback, which a released queue would end early.
  let playhead: (any Playhead)?

  /// The iterator of one asynchronous loop.
  public struct Iterator: AsyncIteratorProtocol {
    private let lifetime: Lifetime

    /// Cancels the subscription when it is released. The publisher retains only the subscriber.
    private final class Lifetime: Sendable {
      let newest = NewestProgress()
      let playhead: (any Playhead)?

      init(of playhead: (any Playhead)?) { self.playhead = playhead }

      deinit { newest.cancel() }
    }

    init(_ sequence: ProgressSequence) {
      lifetime = Lifetime(of: sequence.playhead)
      sequence.publisher.subscribe(lifetime.newest)
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; nil after the last one, or if the task is cancelled.
    public mutating func next() async -> PlayheadProgress? {
      await lifetime.newest.next()
    }
  }

  /// Subscribes to the progress.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension Playhead {
  /// Returns the progress at an interval and at every discontinuity, for an asynchronous loop:
  ///
  ///     player.play()
  ///     for await progress in player.progress(every: .milliseconds(100)) { … }
  ///
  /// The loop ends with playback. With `until: .closed` it stays at the end of the media, from which
  /// a seek may lead back.
  ///
  /// - Parameters:
  ///   - interval: An interval of media time; positive.
  ///   - completion: When the sequence ends, unless the player fails before.
  /// - Returns: The sequence.
  public func progress(
    every interval: MediaTime, until completion: ProgressCompletion = .ended
  ) -> ProgressSequence {
    progress(on: .interval(interval), until: completion)
  }

  /// Returns the progress at the updates and boundaries of a schedule, and at every discontinuity, for an
  /// asynchronous loop, which ends as one over `progress(every:until:)` does.
  ///
  /// A loop that is slower than the values misses boundaries. A publisher delivers them all.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries; in a queue, those of each item.
  ///   - completion: When the sequence ends, unless the player fails before.
  /// - Returns: The sequence.
  public func progress(
    on schedule: Schedule, until completion: ProgressCompletion = .ended
  ) -> ProgressSequence {
    let publisher = progressPublisher(
      on: schedule, until: completion, queue: DispatchQueue(label: "playhead-progress"))
    return ProgressSequence(
      publisher: publisher.eraseToAnyPublisher(), playhead: completion == .ended ? self : nil)
  }
}
