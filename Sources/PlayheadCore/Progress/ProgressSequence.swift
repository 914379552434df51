import Dispatch
import PlayheadLocking
import PortableCombine
import PlayheadTimekeeping

/// The progress of a player as an asynchronous sequence, which ends with playback.
///
/// The last value has the cause `ended` or, at the forward playback end, `boundary`. If the player
/// fails, it is `failed`, also if the media cannot be opened. The sequence also ends when the player is
/// closed. It waits as long as nobody plays the player.
///
/// Each iterator has its own subscription. A loop that is slower than the values receives the
/// newest; the updates and boundaries that it replaced are counted in `skipped`. The subscription
/// is cancelled when the task is cancelled or the iterator is released.
public struct ProgressSequence: AsyncSequence, Sendable {
  /// A progress value.
  public typealias Element = PlayheadProgress

  let player: Player
  let interval: MediaTime
  let completion: ProgressCompletion

  /// The iterator of one asynchronous loop.
  public struct Iterator: AsyncIteratorProtocol {
    private let lifetime: Lifetime

    /// Cancels the subscription when it is released. The publisher retains only the subscriber.
    private final class Lifetime: Sendable {
      let newest = NewestProgress()

      deinit { newest.cancel() }
    }

    init(_ publisher: Publishers.ProgressPublisher) {
      lifetime = Lifetime()
      publisher.subscribe(lifetime.newest)
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; nil after the last one, or if the task is cancelled.
    public mutating func next() async -> PlayheadProgress? {
      await lifetime.newest.next()
    }
  }

  /// Subscribes to the progress.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      player.progressPublisher(
        on: .interval(interval), queue: DispatchQueue(label: "playhead-progress")
      ).until(completion))
  }
}

extension Player {
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
    precondition(
      interval > .zero, "The interval must be positive, not \(interval)")
    return ProgressSequence(player: self, interval: interval, completion: completion)
  }
}
