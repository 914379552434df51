import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MapTests {
  @Test func turnsEachValue() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<String, Never>()
    subject.map { "\($0 * 2)" }.subscribe(recorder)
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    #expect(
      recorder.history == [
        .subscription(description: "PassthroughSubject"), .value("2"), .value("4"),
        .completion(.finished),
      ])
  }

  @Test func twoInARowAreOneStep() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<String, Never>()
    let mapped: Publishers.Map<PassthroughSubject<Int, Never>, String> =
      subject.map { $0 + 1 }.map { "\($0)" }
    mapped.subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == ["2"])
  }
}
