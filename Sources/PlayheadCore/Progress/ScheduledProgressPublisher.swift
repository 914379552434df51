import Dispatch
import PortableCombine

/// Publishes the progress of a player at the updates and boundaries of a schedule, and whenever
/// playback starts, stops, stalls, jumps, changes its rate or ends.
///
/// It never fails. If the player fails, it publishes a last value with the cause `failed` and
/// completes, also if the media cannot be opened. Otherwise it completes when the player is closed. With
/// `until: .ended` it also completes at the end of the media, from which a seek could lead back.
///
/// An update or boundary without demand is dropped, and counted in `skipped` of the next value. Of the
/// other causes the newest is kept until there is demand, so the end is never lost.
public struct ScheduledProgressPublisher: Publisher {
  /// A progress value.
  public typealias Output = PlayheadProgress
  /// It never fails.
  public typealias Failure = Never

  let player: any ProgressSource
  let schedule: Schedule
  let completion: ProgressCompletion
  let queue: DispatchQueue

  /// Attaches a subscriber.
  ///
  /// - Parameter subscriber: Receives the subscription now, and values on the delivery queue.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == PlayheadProgress, Downstream.Failure == Never {
    let subscription = PlayheadProgressSubscription(
      player: player, schedule: schedule, remembersUndelivered: true,
      emitsInitialValue: schedule.startsWithPosition, until: completion, queue: queue,
      receiver: .init(subscriber, convert: { $0 }))
    subscriber.receive(subscription: subscription)
    subscription.activate()
  }
}

extension Player: Playhead {
  /// Publishes progress at the updates and boundaries of a schedule, and at every discontinuity.
  ///
  /// - Parameters:
  ///   - schedule: The updates and boundaries.
  ///   - completion: When the publisher completes, unless the player fails before.
  ///   - queue: The queue on which values are delivered, one at a time.
  /// - Returns: The publisher.
  public func progressPublisher(
    on schedule: Schedule, until completion: ProgressCompletion, queue: DispatchQueue = .main
  ) -> ScheduledProgressPublisher {
    ScheduledProgressPublisher(
      player: self, schedule: schedule, completion: completion, queue: queue)
  }
}
