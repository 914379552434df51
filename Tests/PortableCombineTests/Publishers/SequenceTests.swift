import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SequenceTests {
  @Test func finishesWithTheLastElement() {
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(2))
    [1, 2].publisher.subscribe(recorder)
    #expect(
      recorder.history == [
        .subscription(description: "[1, 2]"), .value(1), .value(2), .completion(.finished),
      ])
    #expect("\(recorder.subscription.map { "\($0)" } ?? "")" == "Sequence")
  }

  @Test func neverAsksAnIteratorThatHasEnded() {
    var ends = 0
    var left = 2
    let sequence = AnySequence<Int> {
      AnyIterator {
        if left == 0 {
          ends += 1
          return nil
        }
        left -= 1
        return left
      }
    }
    let recorder = RecordingSubscriber<Int, Never>()
    sequence.publisher.subscribe(recorder)
    #expect(recorder.values == [1, 0])
    #expect(ends == 1)
  }

  @Test func mayBeAskedForEverythingTwice() {
    let recorder = RecordingSubscriber<Int, Never> { recorder, _ in
      recorder.request(.unlimited)
      return .unlimited
    }
    (1...3).publisher.subscribe(recorder)
    #expect(recorder.values == [1, 2, 3])
  }
}
