import Dispatch
import Locking
import PortableCombine
import Timekeeping

/// A player's progress as an asynchronous sequence, which ends when the player is closed.
///
/// Each iterator subscribes anew. A loop that is slower than the values gets the newest, at once;
/// those that it took the place of are counted in `skipped`, as far as they are updates or
/// boundaries. The end of the task, or of the iterator, cancels the subscription.
public struct ProgressSequence: AsyncSequence, Sendable {
  public typealias Element = PlayheadProgress

  let player: Player
  let interval: MediaTime

  /// What an asynchronous loop reads the values from.
  public struct Iterator: AsyncIteratorProtocol {
    private let lifetime: Lifetime

    /// Its end cancels the subscription, though the publisher holds the subscriber.
    private final class Lifetime: Sendable {
      let newest = NewestProgress()

      deinit { newest.cancel() }
    }

    init(_ publisher: Publishers.ProgressPublisher) {
      lifetime = Lifetime()
      publisher.subscribe(lifetime.newest)
    }

    /// The next value; nil once the player is closed or the task is cancelled.
    public mutating func next() async -> PlayheadProgress? {
      await lifetime.newest.next()
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      player.progressPublisher(
        on: .interval(interval), queue: DispatchQueue(label: "playhead-progress")))
  }
}

extension Player {
  /// Progress values at an interval of media time (it must be positive) and at every discontinuity:
  ///
  ///     for await progress in player.progress(every: .milliseconds(100)) { … }
  public func progress(every interval: MediaTime) -> ProgressSequence {
    precondition(
      interval > .zero, "The interval of progress is positive, not \(interval)")
    return ProgressSequence(player: self, interval: interval)
  }
}
