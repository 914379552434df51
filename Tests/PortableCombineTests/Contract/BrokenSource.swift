import PlayheadLocking
import PortableCombine

@testable import PlayheadTesting

/// A source of the numbers 1 to 3. Its bugs do no harm on one thread.
struct BrokenSource: Publisher {
  typealias Output = Int
  typealias Failure = ContractRow.Failure

  enum Bug: CaseIterable {
    /// Two requests at the same time add the demand of one.
    case losesDemand
    /// Two requests at the same time can send the same value.
    case repeatsValues
    /// A cancellation does nothing while another thread delivers.
    case missesCancellations
  }

  let bug: Bug?

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Failure {
    subscriber.receive(subscription: Delivery(to: AnySubscriber(subscriber), with: bug))
  }
}

extension BrokenSource {
  private final class Delivery: Subscription {
    private struct State {
      /// Nil after the end.
      var subscriber: AnySubscriber<Int, Failure>?
      var demand = Subscribers.Demand.none
      var next = 1
      var isCancelled = false
      var deliverer: ThreadMark?
    }

    private let bug: Bug?
    private let state: Locked<State>

    init(to subscriber: AnySubscriber<Int, Failure>, with bug: Bug?) {
      self.bug = bug
      state = Locked(State(subscriber: subscriber))
    }

    func request(_ demand: Subscribers.Demand) {
      add(demand)
      guard begin() else { return }
      while let (value, subscriber) = takeValue() {
        if value > 3 { return subscriber.receive(completion: .finished) }
        add(subscriber.receive(value))
      }
    }

    private func add(_ demand: Subscribers.Demand) {
      if bug == .losesDemand {
        let sum = state.withLock { $0.demand } + demand
        state.withLock { $0.demand = sum }
      } else {
        state.withLock { $0.demand += demand }
      }
    }

    /// Returns whether the calling thread delivers.
    private func begin() -> Bool {
      if bug == .repeatsValues, state.withLock({ $0.deliverer }) == nil {
        state.withLock { $0.deliverer = .current }
        return true
      }
      return state.withLock { state in
        guard state.deliverer == nil else { return false }
        state.deliverer = .current
        return true
      }
    }

    /// Takes the next value, of which the one after the last stands for the completion, and its
    /// subscriber; nil, and the end of the delivery, if there is none to send.
    private func takeValue() -> (Int, AnySubscriber<Int, Failure>)? {
      let repeated = bug == .repeatsValues ? state.withLock { $0.next } : nil
      return state.withLock { state in
        guard let subscriber = state.subscriber, !state.isCancelled,
          state.next > 3 || state.demand > .none
        else {
          state.deliverer = nil
          return nil
        }
        if state.next > 3 {
          state.isCancelled = true
          state.subscriber = nil
        } else {
          state.demand -= 1
        }
        state.next += 1
        return (repeated ?? state.next - 1, subscriber)
      }
    }

    func cancel() {
      // Released after unlocking.
      _ = state.withLock { state -> AnySubscriber<Int, Failure>? in
        let isMissed = state.deliverer != nil && state.deliverer != .current
        if bug == .missesCancellations, isMissed { return nil }
        state.isCancelled = true
        return state.subscriber.take()
      }
    }
  }
}
