import Dispatch
import FoundationEssentials
import PortableCombine
import Timekeeping

extension Publishers {
  /// The position of a player's playhead in seconds, at an interval of the media's timeline and
  /// whenever playback starts, stops, stalls, jumps, changes its rate or ends.
  ///
  /// Values come on the main queue. It never fails and completes when the player is closed. A
  /// value that nobody asked for is dropped.
  ///
  /// After AVPlayer's `addPeriodicTimeObserver(forInterval:queue:using:)`, and József Vesza's
  /// article "Combine Publishers, Part 1: Creating a Custom Publisher", which wraps that.
  public struct PlayheadProgressPublisher: Publisher {
    public typealias Output = TimeInterval
    public typealias Failure = Never

    private let interval: TimeInterval
    private let player: Player

    /// `interval` is in media seconds, from 1 ns; it must be positive and finite.
    public init(interval: TimeInterval = 0.25, player: Player) {
      self.interval = interval
      self.player = player
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == TimeInterval, Downstream.Failure == Never {
      guard let interval = MediaTime(seconds: interval), interval > .zero else {
        preconditionFailure("The interval of a progress publisher is positive, not \(interval)")
      }
      let subscription = PlayheadProgressSubscription(
        player: player, schedule: .interval(interval), remembersUndelivered: false,
        queue: .main,
        downstream: subscriber, convert: \.position.seconds)
      subscriber.receive(subscription: subscription)
      subscription.activate()
    }
  }
}

extension Player {
  /// The position in seconds, at an interval of media seconds (it must be positive) and at every
  /// discontinuity, on the main queue.
  public func playheadProgressPublisher(
    interval: TimeInterval = 0.25
  ) -> Publishers.PlayheadProgressPublisher {
    Publishers.PlayheadProgressPublisher(interval: interval, player: self)
  }
}
