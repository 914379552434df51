import PlayheadTesting
import PortableCombine
import Testing

@Suite struct AnySubscriberTests {
  @Test func isMadeOfClosures() {
    var events: [String] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: {
        events.append("\($0)")
        $0.request(.max(1))
      },
      receiveValue: {
        events.append("\($0)")
        return $0 == 1 ? .max(1) : .none
      },
      receiveCompletion: { events.append("\($0)") })
    let subject = PassthroughSubject<Int, Never>()
    subject.subscribe(subscriber)
    [1, 2, 3].forEach(subject.send)
    subject.send(completion: .finished)
    #expect(events == ["PassthroughSubject", "1", "2", "finished"])
  }

  @Test func withoutClosuresItAsksForNothing() {
    let probe = ProbePublisher<Int, Never>([1])
    let subscriber = AnySubscriber<Int, Never>()
    probe.subscribe(subscriber)
    #expect(probe.requests == [])
    #expect(subscriber.receive(1) == .none)
    probe.send(completion: .finished)
    #expect("\(subscriber)" == "AnySubscriber")
    #expect(subscriber.combineIdentifier != AnySubscriber<Int, Never>().combineIdentifier)
  }

  @Test func hidesASubscriberAndKeepsItsMark() {
    let recorder = RecordingSubscriber<Int, Never>()
    let hidden = AnySubscriber(recorder)
    #expect(hidden.combineIdentifier == recorder.combineIdentifier)
    #expect(AnySubscriber(hidden).combineIdentifier == recorder.combineIdentifier)
    Just(1).subscribe(AnySubscriber(hidden))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func sendsToASubject() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.recorded()
    Just(1).subscribe(AnySubscriber(subject))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func showsWhatItHides() {
    final class Storage { var value = 0 }
    final class Describing: Publisher {
      typealias Output = Int
      typealias Failure = Never
      var text = ""

      func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
        text = "\(AnySubscriber(subscriber))"
      }
    }
    let upstream = Describing()
    func text<P: Publisher>(_ publisher: P) -> String {
      publisher.subscribe(RecordingSubscriber<P.Output, P.Failure>())
      return upstream.text
    }
    #expect(text(upstream.filter { $0 > 1 }) == "Filter")
    #expect(text(upstream.compactMap { $0 }) == "CompactMap")
    #expect(text(upstream.ignoreOutput()) == "IgnoreOutput")
    #expect(text(upstream.map { $0 }) == "Map")
    #expect(text(upstream.merge(with: Empty())) == "Merge")
    #expect(AnySubscriber<Int, Never>().playgroundDescription as? String == "AnySubscriber")
    #expect(AnySubscriber<Int, Never>().customMirror.children.isEmpty)
    let assign = Subscribers.Assign(object: Storage(), keyPath: \.value)
    #expect(
      AnySubscriber(assign).customMirror.children.map(\.label) == ["object", "keyPath", "status"])
  }
}
