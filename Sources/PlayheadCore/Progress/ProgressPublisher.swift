import Dispatch
import PortableCombine
import Timekeeping

extension Publishers {
  /// All there is to tell of a player's playhead, when a schedule says so and
  /// whenever playback starts, stops, stalls, jumps, changes its rate or ends.
  ///
  /// It never fails and completes when the player is closed. An update or boundary that nobody asked
  /// for is dropped, and counted in the next value's `skipped`; of the other causes the newest is
  /// remembered and goes out when there is demand again, so that the end is never lost.
  public struct ProgressPublisher: Publisher {
    public typealias Output = PlayheadProgress
    public typealias Failure = Never

    let player: Player
    let schedule: Schedule
    let queue: DispatchQueue

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == PlayheadProgress, Downstream.Failure == Never {
      let subscription = PlayheadProgressSubscription(
        player: player, schedule: schedule, remembersUndelivered: true, queue: queue,
        downstream: subscriber, convert: { $0 })
      subscriber.receive(subscription: subscription)
      subscription.activate()
    }
  }
}

extension Player {
  /// Progress values at an interval of media time (it must be positive) and at every
  /// discontinuity, delivered serially on `queue`.
  public func progressPublisher(
    interval: MediaTime = .milliseconds(250), queue: DispatchQueue = .main
  ) -> Publishers.ProgressPublisher {
    progressPublisher(on: .interval(interval), queue: queue)
  }

  /// Progress values at the updates and boundaries of a schedule, and at every discontinuity,
  /// delivered serially on `queue`.
  public func progressPublisher(
    on schedule: Schedule, queue: DispatchQueue = .main
  ) -> Publishers.ProgressPublisher {
    Publishers.ProgressPublisher(player: self, schedule: schedule, queue: queue)
  }
}
