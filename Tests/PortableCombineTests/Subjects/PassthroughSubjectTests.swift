import PlayheadTesting
import PortableCombine
import Testing

@Suite struct PassthroughSubjectTests {
  typealias Subject = PassthroughSubject<Int, Never>
  typealias Recorder = RecordingSubscriber<Int, Never>

  @Test func dropsWhatNobodyAskedFor() {
    let subject = Subject()
    let recorder = Recorder(asking: .none)
    subject.subscribe(recorder)
    subject.send(1)
    recorder.request(.max(2))
    (2...4).forEach(subject.send)
    #expect(recorder.values == [2, 3])
    #expect(recorder.violations.isEmpty)
  }

  @Test func countsDemandThatAValueReturns() {
    let subject = Subject()
    let recorder = Recorder(asking: .max(1)) { _, value in value < 3 ? .max(1) : .none }
    subject.subscribe(recorder)
    (1...5).forEach(subject.send)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func deliversANestedSendInsideTheDelivery() {
    let subject = Subject()
    var order: [String] = []
    let recorder = Recorder { _, value in
      order.append("in \(value)")
      if value == 1 { subject.send(2) }
      order.append("out \(value)")
      return .none
    }
    subject.subscribe(recorder)
    subject.send(1)
    #expect(order == ["in 1", "in 2", "out 2", "out 1"])
  }

  @Test func aCompletionSentInsideADeliveryStopsIt() {
    let subject = Subject()
    let first = Recorder { _, _ in
      subject.send(completion: .finished)
      return .none
    }
    let second = Recorder()
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(first.values == [1])
    #expect(second.values == [])
    #expect(second.isFinished)
    #expect(first.violations + second.violations == [])
  }

  @Test func completesLateSubscribersAtOnce() {
    let subject = Subject()
    subject.send(completion: .finished)
    subject.send(1)
    let recorder = Recorder()
    subject.subscribe(recorder)
    #expect(
      recorder.history == [.subscription(description: "Empty"), .completion(.finished)])
  }

  @Test func completionSentWhileSubscribingComesAfterTheSubscription() {
    let subject = Subject()
    let recorder = Recorder(onSubscription: { _ in subject.send(completion: .finished) })
    subject.subscribe(recorder)
    #expect(
      recorder.history == [
        .subscription(description: "PassthroughSubject"), .completion(.finished),
      ])
  }

  @Test(arguments: [true, false])
  func releasesACancelledOrCompletedSubscriber(isCancelled: Bool) {
    let subject = Subject()
    weak var released: Recorder?
    var subscription: (any Subscription)?
    do {
      let recorder = Recorder()
      subject.subscribe(recorder)
      subscription = recorder.subscription
      released = recorder
    }
    #expect(released != nil)
    if isCancelled { subscription?.cancel() } else { subject.send(completion: .finished) }
    #expect(released == nil)
    #expect(subscription != nil)
  }

  @Test func asksItsUpstreamOnceSomebodyAsks() {
    let upstream = Subject()
    let subject = Subject()
    let cancellable = upstream.subscribe(subject)
    let recorder = Recorder(asking: .none)
    subject.subscribe(recorder)
    recorder.request(.max(2))
    (1...3).forEach(upstream.send)
    #expect(recorder.values == [1, 2])
    cancellable.cancel()
    recorder.request(.max(2))
    upstream.send(4)
    #expect(recorder.values == [1, 2])
  }

  @Test func aNestedCompletionFollowsTheValuesThatWait() {
    let subject = Subject()
    let recorder = Recorder { _, value in
      if value == 1 {
        inAnotherThread { subject.send(2) }
        subject.send(completion: .finished)
      }
      return .none
    }
    subject.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func letsGoOfUpstreamsThatWereCancelled() {
    final class Weak {
      weak var subscriber: AnyObject?

      init(_ subscriber: AnyObject) { self.subscriber = subscriber }
    }
    final class Upstream: Publisher {
      typealias Output = Int
      typealias Failure = Never

      var subscribers: [Weak] = []

      func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
        subscribers.append(Weak(subscriber as AnyObject))
        subscriber.receive(subscription: Subscriptions.empty)
      }
    }
    let upstream = Upstream()
    let subject = Subject()
    for _ in 0..<1000 { upstream.subscribe(subject).cancel() }
    #expect(upstream.subscribers.count == 1000)
    #expect(upstream.subscribers.count { $0.subscriber != nil } <= 9)
  }
}
