import Foundation
internal import PlayheadCore
internal import PlayheadLocking
import PortableCombine

/// An observation of a player's position. Sendable is unchecked: it may be cancelled on any thread.
final class TimeObservation: NSObject, @unchecked Sendable {
  let subscription: AnyCancellable
  let player: ObjectIdentifier

  init(_ subscription: AnyCancellable, of player: AVPlayer) {
    (self.subscription, self.player) = (subscription, ObjectIdentifier(player))
  }
}

extension AVPlayer {
  func observe(
    every interval: CMTime, on queue: DispatchQueue, _ block: @escaping (CMTime) -> Void
  ) -> TimeObservation {
    guard interval > .zero, let length = interval.position else {
      preconditionFailure("An interval is positive, not \(interval)")
    }
    let schedule: Schedule = interval.isNumeric ? .interval(length) : .times([])
    return observe { player in
      player.progressPublisher(on: schedule.startingWithPosition(), queue: queue)
    } _: {
      block(CMTime($0.position))
    }
  }

  func observe(
    _ times: [CMTime], on queue: DispatchQueue, _ block: @escaping () -> Void
  ) -> TimeObservation {
    let schedule = Schedule.times(times.filter(\.isNumeric).compactMap(\.position))
    return observe {
      $0.progressPublisher(on: schedule, queue: queue)
    } _: {
      if $0.boundary != nil { block() }
    }
  }

  func end(_ observer: Any) {
    guard let observation = observer as? TimeObservation,
      observation.player == ObjectIdentifier(self)
    else { preconditionFailure("\(observer) is no time observer of this player") }
    state.withLock { _ = $0.observers.remove(observation) }
    observation.subscription.cancel()
  }

  private func observe(
    _ publisher: @escaping (Player) -> ScheduledProgressPublisher,
    _ receive: @escaping (PlayheadProgress) -> Void
  ) -> TimeObservation {
    let values = queue.currentItemPublisher(queue: nil).compactMap(\.self).flatMap(publisher)
    let observation = TimeObservation(values.sink(receiveValue: receive), of: self)
    state.withLock { _ = $0.observers.insert(observation) }
    return observation
  }
}
