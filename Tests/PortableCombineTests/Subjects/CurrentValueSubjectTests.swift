import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CurrentValueSubjectTests {
  typealias Subject = CurrentValueSubject<Int, Never>
  typealias Recorder = RecordingSubscriber<Int, Never>

  @Test func sendsItsValueFirst() {
    let subject = Subject(1)
    let recorder = Recorder()
    subject.subscribe(recorder)
    subject.value = 2
    #expect(
      recorder.history == [
        .subscription(description: "CurrentValueSubject"), .value(1), .value(2),
      ])
  }

  @Test func keepsAValueSentBeforeItHadSubscribers() {
    let subject = Subject(1)
    subject.send(2)
    #expect(subject.value == 2)
    let recorder = Recorder()
    subject.subscribe(recorder)
    #expect(recorder.values == [2])
  }

  @Test func sendsTheLatestOnceAskedAgain() {
    let subject = Subject(1)
    let recorder = Recorder(asking: .max(1))
    subject.subscribe(recorder)
    subject.send(2)
    subject.send(3)
    #expect(recorder.values == [1])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 3])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 3])
    subject.send(4)
    #expect(recorder.values == [1, 3, 4])
    #expect(recorder.violations.isEmpty)
  }

  @Test func sendsWhatANestedSendLeftOwing() {
    let subject = Subject(1)
    let recorder = Recorder(asking: .max(1)) { _, value in
      if value == 1 { subject.send(2) }
      return .max(1)
    }
    subject.subscribe(recorder)
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations.isEmpty)
  }

  @Test func keepsANilValue() {
    let subject = CurrentValueSubject<Int?, Never>(nil)
    let recorder = RecordingSubscriber<Int?, Never>()
    subject.subscribe(recorder)
    #expect(recorder.values == [nil])
  }
}
