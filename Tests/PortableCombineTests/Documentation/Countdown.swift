import Foundation
import PortableCombine

struct Countdown: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let start: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Run(from: Swift.max(start, 0), to: subscriber))
  }

  private final class Run<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
    private let lock = NSLock()
    private var subscriber: S?
    private var next: Int
    private var demand = Subscribers.Demand.none
    private var isDelivering = false

    init(from start: Int, to subscriber: S) {
      next = start
      self.subscriber = subscriber
    }

    func request(_ more: Subscribers.Demand) {
      let isBusy = lock.withLock {
        demand += more
        defer { isDelivering = true }
        return isDelivering
      }
      if isBusy { return }
      while let (subscriber, value) = step() {
        let more = subscriber.receive(value)
        lock.withLock { demand += more }
        if value == 0 { take()?.receive(completion: .finished) }
      }
    }

    func cancel() {
      _ = take()
    }

    private func step() -> (S, Int)? {
      lock.withLock {
        guard let subscriber, demand > .none else {
          isDelivering = false
          return nil
        }
        demand -= 1
        next -= 1
        return (subscriber, next + 1)
      }
    }

    private func take() -> S? {
      lock.withLock {
        defer { subscriber = nil }
        return subscriber
      }
    }
  }
}
