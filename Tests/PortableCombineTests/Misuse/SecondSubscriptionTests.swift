import PlayheadTesting
import PortableCombine
import Testing

/// An operator cancels a second subscription itself, regardless of its subscriber.
@Suite struct SecondSubscriptionTests {
  private typealias Stream = AnyPublisher<Int, Never>

  private static func make(_ number: Int, _ upstream: Stream) -> Stream {
    let scheduler = ManualScheduler()
    let operators: [Stream] = [
      upstream.dropFirst().eraseToAnyPublisher(),
      upstream.removeDuplicates().eraseToAnyPublisher(),
      upstream.measureInterval(using: scheduler).map(\.magnitude).eraseToAnyPublisher(),
      upstream.filter { $0 > 1 }.eraseToAnyPublisher(),
      upstream.compactMap { $0 }.eraseToAnyPublisher(),
      upstream.debounce(for: 1, scheduler: scheduler).eraseToAnyPublisher(),
      upstream.throttle(for: 1, scheduler: scheduler, latest: true).eraseToAnyPublisher(),
      upstream.timeout(1, scheduler: scheduler).eraseToAnyPublisher(),
      upstream.collect(.byTime(scheduler, 1)).map(\.count).eraseToAnyPublisher(),
      upstream.tryMap { $0 }.replaceError(with: 0).eraseToAnyPublisher(),
      upstream.count().eraseToAnyPublisher(),
    ]
    return operators[number]
  }

  @Test(arguments: 0..<11) func isCancelledByTheOperator(_ number: Int) {
    var received: [any Subscription] = []
    // The scheduled actions of a timed operator retain it until it is cancelled.
    defer { for subscription in received { subscription.cancel() } }
    let upstream = Insistent()
    Self.make(number, upstream.eraseToAnyPublisher()).subscribe(
      AnySubscriber(receiveSubscription: { received.append($0) }))
    #expect(upstream.second.cancellations == 1)
    #expect(upstream.first.cancellations == 0)
    #expect(upstream.second.requests == 0)
    #expect(upstream.first.requests <= 1)
    #expect(received.count == 1)
  }

  @Test func isCancelledByASharedPublishersSubscription() {
    final class Twice: Subject {
      typealias Output = Int
      typealias Failure = Never
      let (first, second) = (Connection(), Connection())

      func send(_ value: Int) {}
      func send(completion: Subscribers.Completion<Never>) {}
      func send(subscription: any Subscription) {}
      func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
        subscriber.receive(subscription: first)
        subscriber.receive(subscription: second)
      }
    }
    let subject = Twice()
    let multicast = Empty<Int, Never>().multicast(subject: subject)
    multicast.subscribe(AnySubscriber())
    #expect(subject.second.cancellations == 1)
    #expect(subject.first.cancellations == 0)
  }
}

private final class Connection: Subscription {
  private(set) var requests = 0
  private(set) var cancellations = 0

  func request(_ demand: Subscribers.Demand) { requests += 1 }
  func cancel() { cancellations += 1 }
}

/// A publisher that sends its subscriber two subscriptions, which breaks the contract.
private final class Insistent: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let (first, second) = (Connection(), Connection())

  func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Int {
    subscriber.receive(subscription: first)
    subscriber.receive(subscription: second)
  }
}
