import Dispatch
import Foundation
internal import PlayheadLocking
internal import PlayheadKit
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
  /// Calls a closure with the position: at once for each current item, at each interval of media time,
  /// and whenever playback starts, stops, stalls, jumps, changes its rate, ends or fails.
  ///
  /// It ends with `removeTimeObserver(_:)` or when the player is released. The closure is not marked
  /// Sendable, so that code compiles in every language mode; it must be safe on the queue.
  ///
  /// - Parameters:
  ///   - interval: Positive; `.positiveInfinity` for none.
  ///   - queue: The serial queue on which the closure is called; nil for the main queue.
  ///   - block: Receives the position.
  /// - Returns: The observer, for `removeTimeObserver(_:)`.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any {
    guard interval > .zero, let length = interval.position else {
      preconditionFailure("An interval is positive, not \(interval)")
    }
    let schedule: Schedule = interval.isNumeric ? .interval(length) : .times([])
    return observe { player in
      player.progressPublisher(on: schedule.startingWithPosition(), queue: queue ?? .main)
    } _: {
      block(CMTime($0.position))
    }
  }

  /// Calls a closure whenever playback crosses one of the times, each an `NSValue(time:)`.
  ///
  /// Ends and queues are those of periodic observers.
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any {
    let schedule = Schedule.times(times.map(\.timeValue).filter(\.isNumeric).compactMap(\.position))
    return observe {
      $0.progressPublisher(on: schedule, queue: queue ?? .main)
    } _: {
      if $0.boundary != nil { block() }
    }
  }

  /// Ends an observation. If this is called on its queue, the closure is not called again. A second call
  /// has no effect.
  ///
  /// - Parameter observer: An observer that this player returned; any other object stops the program.
  public func removeTimeObserver(_ observer: Any) {
    guard let observation = observer as? TimeObservation,
      observation.player == ObjectIdentifier(self)
    else { preconditionFailure("\(observer) is no time observer of this player") }
    state.withLock { _ = $0.observers.remove(observation) }
    observation.subscription.cancel()
  }

  private func observe(
    _ publisher: @escaping (Player) -> Publishers.ProgressPublisher,
    _ receive: @escaping (PlayheadProgress) -> Void
  ) -> TimeObservation {
    let values = queue.currentItemPublisher(queue: nil).compactMap(\.self).flatMap(publisher)
    let observation = TimeObservation(values.sink(receiveValue: receive), of: self)
    state.withLock { _ = $0.observers.insert(observation) }
    return observation
  }
}
