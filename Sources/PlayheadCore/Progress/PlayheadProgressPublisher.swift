import Dispatch
import FoundationEssentials
import PortableCombine
import PlayheadTimekeeping

/// Publishes the position of a player in seconds, at an interval of media time and whenever
/// playback starts, stops, stalls, jumps, changes its rate or ends.
///
/// Values are delivered on the main queue. It never fails, and completes when the player fails, after
/// the position where that happened, or is closed. Values without demand are dropped.
///
/// Modeled on AVPlayer's `addPeriodicTimeObserver(forInterval:queue:using:)`, and József Vesza's
/// article "Combine Publishers, Part 1: Creating a Custom Publisher", which wraps that.
public struct PlayheadProgressPublisher: Publisher {
  /// The position in seconds.
  public typealias Output = TimeInterval
  /// It never fails.
  public typealias Failure = Never

  private let interval: TimeInterval
  private let player: any ProgressSource

  /// Creates a publisher.
  ///
  /// - Parameters:
  ///   - interval: The interval in seconds of media time; finite, and at least 1 ns.
  ///   - player: The player.
  public init(interval: TimeInterval = Schedule.defaultInterval.seconds, player: Player) {
    self.init(interval: interval, source: player)
  }

  init(interval: TimeInterval, source: any ProgressSource) {
    (self.interval, player) = (interval, source)
  }

  /// Attaches a subscriber.
  ///
  /// - Parameter subscriber: Receives the subscription now, and values on the delivery queue.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == TimeInterval, Downstream.Failure == Never {
    guard let interval = MediaTime(seconds: interval), interval > .zero else {
      preconditionFailure("The interval of a progress publisher is positive, not \(interval)")
    }
    let subscription = PlayheadProgressSubscription(
      player: player, schedule: .interval(interval), remembersUndelivered: false,
      queue: .main, receiver: .init(subscriber, convert: \.position.seconds))
    subscriber.receive(subscription: subscription)
    subscription.activate()
  }
}

extension Player {
  /// Publishes the position in seconds at an interval and at every discontinuity.
  ///
  /// Delivers on the main queue. Completes when the player is closed, or after the last position if it fails.
  ///
  /// - Parameter interval: The interval in seconds of media time; finite, and at least 1 ns.
  /// - Returns: The publisher.
  public func playheadProgressPublisher(
    interval: TimeInterval = Schedule.defaultInterval.seconds
  ) -> PlayheadProgressPublisher {
    PlayheadProgressPublisher(interval: interval, player: self)
  }
}
