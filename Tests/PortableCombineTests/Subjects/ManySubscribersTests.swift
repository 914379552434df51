import PlayheadTesting
import PortableCombine
import Testing

/// Publishers that keep their subscribers, with as many as a list on a page may have. The number of
/// steps is checked in `ShrinkingListTests`, and the instructions in `Benchmarks`.
@Suite struct ManySubscribersTests {
  private static let count = 100_000

  /// Subscribes many times, cancels in the order of creation, and sends now and then.
  private func check<P: Publisher>(_ publisher: P, send: () -> Void) where P.Failure == Never {
    var counts = Array(repeating: 0, count: 2)
    let cancellables = (0..<Self.count).map { index in
      publisher.sink { _ in counts[index == Self.count - 1 ? 1 : 0] += 1 }
    }
    for cancellable in cancellables.dropLast() { cancellable.cancel() }
    counts = [0, 0]
    send()
    #expect(counts == [0, 1])
    cancellables.last?.cancel()
    send()
    #expect(counts == [0, 1])
  }

  @Test func aSubjectReleasesThemInAnyOrder() {
    let subject = PassthroughSubject<Int, Never>()
    check(subject) { subject.send(1) }
  }

  @Test func aCurrentValueReleasesThemInAnyOrder() {
    let subject = CurrentValueSubject<Int, Never>(0)
    check(subject) { subject.send(1) }
  }

  @Test func aSharedPublisherReleasesThemInAnyOrder() {
    let subject = PassthroughSubject<Int, Never>()
    check(subject.share()) { subject.send(1) }
  }

  @Test func anObservableObjectReleasesThemInAnyOrder() {
    let publisher = ObservableObjectPublisher()
    check(publisher) { publisher.send() }
  }

  @Test func aFutureReleasesThemInAnyOrder() {
    var promise: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { promise = $0 }
    check(future) { promise?(.success(1)) }
  }

  @Test func aCurrentValueAnswersEachRequest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorders = (0..<10_000).map { _ in
      let recorder = RecordingSubscriber<Int, Never>(asking: .none)
      subject.subscribe(recorder)
      return recorder
    }
    for recorder in recorders { recorder.request(.max(1)) }
    #expect(recorders.allSatisfy { $0.values == [1] })
  }
}
