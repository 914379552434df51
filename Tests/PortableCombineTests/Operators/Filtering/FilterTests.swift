import PlayheadTesting
import PortableCombine
import Testing

@Suite struct FilterTests {
  @Test func passesOnWhatIsIncluded() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.filter { $0.isMultiple(of: 2) }.subscribe(recorder)
    (1...4).forEach(subject.send)
    #expect(recorder.history == [.subscription(description: "Filter"), .value(2), .value(4)])
  }

  @Test func asksAnewForWhatItLeavesOut() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1))
    subject.filter { $0.isMultiple(of: 2) }.subscribe(recorder)
    (1...4).forEach(subject.send)
    #expect(recorder.values == [2])
  }

  @Test func twoInARowAreOneStep() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    let filtered: Publishers.Filter<PassthroughSubject<Int, Never>> =
      subject.filter { $0 > 1 }.filter { $0 < 4 }
    filtered.subscribe(recorder)
    (1...5).forEach(subject.send)
    #expect(recorder.values == [2, 3])
  }
}
