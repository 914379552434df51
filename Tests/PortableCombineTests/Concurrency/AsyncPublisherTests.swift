import PlayheadTesting
import PortableCombine
import Testing

@Suite struct AsyncPublisherTests {
  struct Failure: Error {}

  @Test func givesAllValuesOfASequence() async {
    var values: [Int] = []
    for await value in (1...1000).publisher.values { values.append(value) }
    #expect(values == Array(1...1000))
  }

  @Test func asksForOneValueEachTime() async {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    var iterator = probe.values.makeAsyncIterator()
    #expect(probe.requests == [])
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(probe.requests == [.max(1), .max(1)])
  }

  @Test func theEndOfTheLoopCancels() async {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    for await value in probe.values where value == 2 { break }
    #expect(!probe.isSubscribed)
    #expect(probe.cancellations == 1)
  }

  @Test func theFailureIsThrownOnce() async {
    let probe = ProbePublisher<Int, Failure>([1], completion: .failure(Failure()))
    var iterator = probe.values.makeAsyncIterator()
    var events: [String] = []
    for _ in 0..<3 {
      do {
        events.append("\(try await iterator.next() as Int?)")
      } catch {
        events.append("failure")
      }
    }
    #expect(events == ["Optional(1)", "failure", "nil"])
  }

  @Test func theEndOfTheTaskEndsTheWait() async {
    let subject = PassthroughSubject<Int, Never>()
    let (requests, asked) = AsyncStream.makeStream(of: Void.self)
    let upstream = AskedPublisher(subject) { asked.yield() }
    let task = Task {
      var count = 0
      for await _ in upstream.values { count += 1 }
      return count
    }
    var iterator = requests.makeAsyncIterator()
    await iterator.next()
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func valuesFromAnotherThreadArriveInOrder() async {
    let subject = PassthroughSubject<Int, Never>()
    let (requests, asked) = AsyncStream.makeStream(of: Void.self)
    let upstream = AskedPublisher(subject) { asked.yield() }
    let task = Task {
      var values: [Int] = []
      for await value in upstream.values { values.append(value) }
      return values
    }
    var iterator = requests.makeAsyncIterator()
    for value in 0..<100 {
      await iterator.next()
      upstream.subject.send(value)
    }
    await iterator.next()
    upstream.subject.send(completion: .finished)
    #expect(await task.value == Array(0..<100))
  }
}

/// A subject that reports its requests.
///
/// Unchecked: a subject can be used from any thread.
private struct AskedPublisher: Publisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = Never

  let subject: PassthroughSubject<Int, Never>
  let onRequest: @Sendable () -> Void

  init(_ subject: PassthroughSubject<Int, Never>, onRequest: @escaping @Sendable () -> Void) {
    self.subject = subject
    self.onRequest = onRequest
  }

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
    subject.subscribe(
      AnySubscriber(
        receiveSubscription: {
          subscriber.receive(subscription: Asked(upstream: $0, onRequest: onRequest))
        },
        receiveValue: { subscriber.receive($0) },
        receiveCompletion: { subscriber.receive(completion: $0) }))
  }

  private final class Asked: Subscription {
    let upstream: any Subscription
    let onRequest: () -> Void

    init(upstream: any Subscription, onRequest: @escaping () -> Void) {
      self.upstream = upstream
      self.onRequest = onRequest
    }

    func request(_ demand: Subscribers.Demand) {
      upstream.request(demand)
      onRequest()
    }

    func cancel() { upstream.cancel() }
  }
}
