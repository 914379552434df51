import PlayheadTesting
import PortableCombine
import Testing

/// Operators whose publishers follow one another. If a publisher ends inside the delivery of a value,
/// the demand that this delivery returns is requested from the next publisher.
@Suite struct SuccessionTests {
  typealias Probe = ProbePublisher<Int, NamedError>
  typealias Recorder = RecordingSubscriber<Int, NamedError>
  typealias Stream = AnyPublisher<Int, NamedError>

  enum Operator: CaseIterable {
    case `catch`, tryCatch, retry, append, prepend

    /// The completion of the first publisher after which the next one follows.
    var completion: Subscribers.Completion<NamedError> {
      switch self {
      case .catch, .tryCatch, .retry: .failure(NamedError("first"))
      case .append, .prepend: .finished
      }
    }

    func callAsFunction(_ first: Stream, _ next: Stream) -> Stream {
      switch self {
      case .catch: return first.catch { _ in next }.eraseToAnyPublisher()
      case .tryCatch:
        return first.tryCatch { _ in next }.mapError { _ in NamedError("next") }
          .eraseToAnyPublisher()
      case .retry:
        var streams = [next, first]
        return Deferred { streams.removeLast() }.retry(1).eraseToAnyPublisher()
      case .append: return first.append(next).eraseToAnyPublisher()
      case .prepend: return next.prepend(first).eraseToAnyPublisher()
      }
    }
  }

  /// Sends 1 to a recorder that completes the first publisher inside this delivery, and returns
  /// demand for one more value.
  private func endInsideDelivery(_ name: Operator, next: Stream) -> Recorder {
    let first = PassthroughSubject<Int, NamedError>()
    let recorder = Recorder(asking: .max(1)) { _, value in
      guard value == 1 else { return .none }
      first.send(completion: name.completion)
      return .max(1)
    }
    name(first.eraseToAnyPublisher(), next).subscribe(recorder)
    first.send(1)
    return recorder
  }

  @Test(arguments: Operator.allCases)
  func demandReturnedToAnEndedPublisherIsRequestedFromTheNext(_ name: Operator) {
    let next = Probe([2, 3], completion: .finished)
    let recorder = endInsideDelivery(name, next: next.eraseToAnyPublisher())
    #expect(recorder.values == [1, 2])
    #expect(next.requests == [.max(1)])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test(arguments: Operator.allCases)
  func aPublisherThatSendsItsSubscriptionLaterIsAskedOnce(_ name: Operator) {
    let next = Late()
    let recorder = endInsideDelivery(name, next: next.eraseToAnyPublisher())
    #expect(recorder.values == [1])
    next.begin()
    #expect(recorder.values == [1, 2])
    #expect(next.probe.requests == [.max(1)])
    #expect(recorder.violations == [])
  }

  @Test func anEmptyPublisherPassesTheReturnedDemandOn() {
    let last = Probe([2, 3])
    let recorder = endInsideDelivery(
      .append, next: Empty().append(last).eraseToAnyPublisher())
    #expect(recorder.values == [1, 2])
    #expect(last.requests == [.max(1)])
  }

  @Test(arguments: Operator.allCases)
  func demandReturnedAfterTheLastPublisherIsDropped(_ name: Operator) {
    let recorder = endInsideDelivery(name, next: Empty().eraseToAnyPublisher())
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
  }
}

/// A publisher of 2 and 3 that sends its subscription when the test begins it.
private final class Late: Publisher {
  typealias Output = Int
  typealias Failure = NamedError

  let probe = ProbePublisher<Int, NamedError>([2, 3])
  private var subscriber: AnySubscriber<Int, NamedError>?

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == NamedError {
    self.subscriber = AnySubscriber(subscriber)
  }

  func begin() {
    if let subscriber = subscriber.take() { probe.subscribe(subscriber) }
  }
}
