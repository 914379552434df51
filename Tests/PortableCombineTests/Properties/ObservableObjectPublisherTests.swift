import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ObservableObjectPublisherTests {
  /// A subscriber that calls a closure when it receives its subscription, and may then request.
  private final class Receiver: Subscriber {
    let onSubscription: () -> Void
    let demand: Subscribers.Demand
    var subscription: (any Subscription)?
    var count = 0
    /// The values that came before the end of `receive(subscription:)`.
    var early = 0

    init(requesting demand: Subscribers.Demand, onSubscription: @escaping () -> Void) {
      self.demand = demand
      self.onSubscription = onSubscription
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      onSubscription()
      early = count
      if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Void) -> Subscribers.Demand {
      count += 1
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }

  private let publisher = ObservableObjectPublisher()

  @Test(arguments: [Subscribers.Demand.none, .max(1), .unlimited])
  func aChangeDoesNotComeBeforeTheSubscription(demand: Subscribers.Demand) {
    let publisher = publisher
    let receiver = Receiver(requesting: demand) {
      publisher.send()
      inAnotherThread { publisher.send() }
    }
    publisher.subscribe(receiver)
    #expect(receiver.early == 0)
    #expect(receiver.count == 0)
    publisher.send()
    inAnotherThread { publisher.send() }
    #expect(receiver.count == 2)
    receiver.subscription?.cancel()
  }

  @Test func anObjectMayChangeWhileAnOperatorSubscribes() {
    final class Model: ObservableObject {
      @Published var number = 0
    }
    let model = Model()
    var changes = 0
    let cancellable = model.objectWillChange
      .handleEvents(receiveSubscription: { _ in inAnotherThread { model.number += 1 } })
      .removeDuplicates { _, _ in false }
      .sink { changes += 1 }
    #expect(changes == 0)
    model.number += 1
    #expect(changes == 1)
    cancellable.cancel()
    model.number += 1
    #expect(changes == 1)
  }

  @Test func aChangeAfterTheRequestIsSentDuringTheSubscription() {
    let publisher = publisher
    let recorder = RecordingSubscriber<Void, Never>(asking: .unlimited)
    publisher.handleEvents(receiveRequest: { _ in inAnotherThread { publisher.send() } })
      .subscribe(recorder)
    publisher.send()
    #expect(recorder.violations == [])
    #expect(!recorder.values.isEmpty)
    recorder.cancel()
  }
}
