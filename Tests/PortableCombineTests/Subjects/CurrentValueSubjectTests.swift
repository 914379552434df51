import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CurrentValueSubjectTests {
  typealias Subject = CurrentValueSubject<Int, Never>
  typealias Recorder = RecordingSubscriber<Int, Never>

  private final class Value {
    let number: Int
    private let onRelease: () -> Void

    init(_ number: Int, onRelease: @escaping () -> Void = {}) {
      self.number = number
      self.onRelease = onRelease
    }

    deinit { onRelease() }
  }

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

  @Test func valuesOfAnotherThreadArriveOnceAndInOrderBesideARequest() {
    let subject = Subject(1)
    let late = Recorder(asking: .none)
    subject.subscribe(late)
    let sink = subject.sink { value in
      guard value == 2 else { return }
      inAnotherThread {
        subject.send(3)
        subject.send(4)
      }
      late.request(.unlimited)
    }
    subject.send(2)
    #expect(late.values == [3, 4])
    #expect(late.violations.isEmpty)
    sink.cancel()
  }

  @Test func aRequestInsideTheReleaseOfTheOldValueDoesNotSendTheNewOneTwice() {
    let recorder = Recorder(asking: .none)
    let subject = CurrentValueSubject<Value, Never>(Value(1) { recorder.request(.max(2)) })
    subject.map(\.number).subscribe(recorder)
    subject.send(Value(2))
    #expect(recorder.values == [2])
    subject.send(Value(3))
    #expect(recorder.values == [2, 3])
    #expect(recorder.violations.isEmpty)
  }

  @Test func aValueThatSendsAtItsReleaseIsReleasedOutsideTheLock() {
    let subject = CurrentValueSubject<Value, Never>(Value(1))
    var seen: [Int] = []
    let sink = subject.sink { value in
      seen.append(value.number)
      switch value.number {
      case 2: inAnotherThread { subject.send(Value(3) { subject.send(Value(9)) }) }
      case 3: inAnotherThread { subject.send(Value(4)) }
      default: break
      }
    }
    subject.send(Value(2))
    #expect(seen == [1, 2, 3, 4, 9])
    sink.cancel()
  }

  @Test func aNestedValueFollowsTheValuesThatWait() {
    let subject = Subject(1)
    let recorder = Recorder { _, value in
      if value == 2 {
        inAnotherThread { subject.send(3) }
        subject.send(4)
      }
      return .none
    }
    subject.subscribe(recorder)
    subject.send(2)
    #expect(recorder.values == [1, 2, 3, 4])
    #expect(subject.value == 4)
    #expect(recorder.violations.isEmpty)
  }

  @Test func aSubscriberThatComesWhileAValueWaitsGetsIt() {
    let subject = Subject(1)
    let recorder = Recorder()
    let sink = subject.sink { value in
      guard value == 2 else { return }
      inAnotherThread { subject.send(3) }
      subject.subscribe(recorder)
    }
    subject.send(2)
    #expect(recorder.values == [3])
    subject.send(4)
    #expect(recorder.values == [3, 4])
    sink.cancel()
  }

  @Test func keepsANilValue() {
    let subject = CurrentValueSubject<Int?, Never>(nil)
    let recorder = RecordingSubscriber<Int?, Never>()
    subject.subscribe(recorder)
    #expect(recorder.values == [nil])
  }
}
