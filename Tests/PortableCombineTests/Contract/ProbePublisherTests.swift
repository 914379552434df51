import PlayheadLocking
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ProbePublisherTests {
  @Test func whatAnotherThreadSendsFollowsTheSubscription() {
    let probe = ProbePublisher<Int, Never>()
    let events = Locked<[String]>([])
    probe.subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          subscription.request(.unlimited)
          inAnotherThread {
            probe.send(1)
            probe.send(completion: .finished)
          }
          events.withLock { $0.append("subscription") }
        },
        receiveValue: { value in
          events.withLock { $0.append("\(value)") }
          return .none
        },
        receiveCompletion: { completion in events.withLock { $0.append("\(completion)") } }))
    #expect(events.withLock { $0 } == ["subscription", "1", "finished"])
  }

  @Test func aNewSubscriberDoesNotInheritDemand() {
    let probe = ProbePublisher<Int, Never>()
    let subscriptions = Locked<[any Subscription]>([])
    let values = Locked<[Int]>([])
    for _ in 0..<2 {
      probe.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in subscriptions.withLock { $0.append(subscription) }
          },
          receiveValue: { value in
            values.withLock { $0.append(value) }
            return .none
          }))
      subscriptions.withLock { $0[0] }.request(.max(1))
    }
    probe.send(1)
    #expect(values.withLock { $0 } == [])
    subscriptions.withLock { $0[0] }.cancel()
    #expect(probe.isSubscribed)
    subscriptions.withLock { $0[1] }.request(.max(1))
    #expect(values.withLock { $0 } == [1])
    subscriptions.withLock { $0[1] }.cancel()
  }
}
