import Dispatch
import PortableCombine
import PlayheadTimekeeping

/// A playhead that can be read and publishes its progress: that of a ``Player``, that of a ``PlayerQueue`` in
/// its items, or that of another player (`AttachedPlayer`).
///
/// A function with a parameter of the type `some Playhead` takes each. Types outside of this package should
/// not conform, because further requirements will follow.
public protocol Playhead: AnyObject, Sendable {
  /// A publisher of progress.
  associatedtype ProgressPublisher: Publisher<PlayheadProgress, Never>

  /// The clock of host instants and timers.
  var clock: any HostClock { get }
  /// The current progress, as one consistent reading, with the cause `requested`; nil without an item, or while
  /// the position of another player is not known. May be read from any thread.
  var progressIfKnown: PlayheadProgress? { get }

  /// Publishes progress at the updates and boundaries of a schedule, and at every discontinuity.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries.
  ///   - completion: When the publisher completes. That of a player also completes when the player fails.
  ///   - queue: The serial queue on which values are delivered, one at a time.
  /// - Returns: The publisher.
  func progressPublisher(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue
  ) -> ProgressPublisher
}

extension Playhead {
  /// Publishes progress at an interval and at every discontinuity, until the player fails or is closed. The
  /// progress of a queue ends after the queue was released.
  ///
  /// - Parameters:
  ///   - interval: An interval of media time; positive.
  ///   - queue: The serial queue on which values are delivered, one at a time.
  /// - Returns: The publisher.
  public func progressPublisher(
    interval: MediaTime = Schedule.defaultInterval, queue: DispatchQueue = .main
  ) -> ProgressPublisher {
    progressPublisher(on: .interval(interval), queue: queue)
  }

  /// Publishes progress at the updates and boundaries of a schedule, and at every discontinuity, until the
  /// player fails or is closed. The progress of a queue ends after the queue was released.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries; in a queue, those of each item.
  ///   - queue: The serial queue on which values are delivered, one at a time.
  /// - Returns: The publisher.
  public func progressPublisher(
    on schedule: Schedule, queue: DispatchQueue = .main
  ) -> ProgressPublisher {
    progressPublisher(on: schedule, until: .closed, queue: queue)
  }
}
