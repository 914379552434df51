import Dispatch
import FoundationEssentials
import PlayheadCore
import PlayheadTimekeeping
import PortableCombine

extension AttachedPlayer: Playhead {
  /// Returns a publisher of the progress of all items that the player plays, one after another.
  ///
  /// Publishes at the updates and boundaries of a schedule, which applies to each item, and at every discontinuity.
  /// Never fails. `PlayheadProgress.uncertainty` of each value says by how much its position may be wrong.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries; frames and keyframes of another player are not known.
  ///   - completion: When the publisher completes: with `closed`, when the player is lost or the attachment
  ///     closed. With `ended`, after the first item: at its end, or when the player has left it.
  ///   - queue: The delivery queue, which must be serial.
  /// - Returns: The publisher.
  public func progressPublisher(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue = .main
  ) -> AnyPublisher<PlayheadProgress, Never> {
    playheads
      .prefix(completion == .ended ? 1 : .max)
      .flatMap { $0.progressPublisher(on: schedule, until: completion, queue: queue) }
      .eraseToAnyPublisher()
  }

  /// Publishes the position in seconds at an interval and at every discontinuity.
  ///
  /// Delivers on the main queue. Completes when the player is lost or the attachment closed.
  ///
  /// - Parameter interval: The interval in seconds of media time; finite, and at least 1 ns.
  /// - Returns: The publisher.
  public func playheadProgressPublisher(
    interval: TimeInterval = Schedule.defaultInterval.seconds
  ) -> AnyPublisher<TimeInterval, Never> {
    playheads
      .flatMap { $0.playheadProgressPublisher(interval: interval) }
      .eraseToAnyPublisher()
  }

  /// The playhead of each item, once.
  private var playheads: some Publisher<ObservedPlayhead, Never> {
    presencePublisher
      .compactMap { if case .item(_, let playhead) = $0 { playhead } else { nil } }
      .removeDuplicates { $0 === $1 }
  }
}
