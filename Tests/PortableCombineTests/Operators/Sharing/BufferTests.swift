import PlayheadTestEnvironment
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct BufferTests {
  struct Failure: Error, Equatable {}
  typealias Recorder = RecordingSubscriber<Int, Failure>
  typealias Probe = ProbePublisher<Int, Failure>

  @Test func keepsItselfFull() {
    let probe = Probe(Array(1...10))
    let recorder = Recorder(asking: .none)
    probe.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).subscribe(recorder)
    #expect(probe.requests == [.max(3)])
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2])
    #expect(probe.requests == [.max(3), .max(2)])
    recorder.request(.unlimited)
    #expect(recorder.values == Array(1...10))
    #expect(recorder.history.first == .subscription(description: "Buffer"))
  }

  @Test func dropsTheNewest() {
    let subject = PassthroughSubject<Int, Failure>()
    let recorder = Recorder(asking: .none)
    subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
    for value in 1...4 { subject.send(value) }
    recorder.request(.unlimited)
    subject.send(5)
    #expect(recorder.values == [1, 2, 5])
  }

  @Test func dropsTheOldest() {
    let subject = PassthroughSubject<Int, Failure>()
    let recorder = Recorder(asking: .none)
    subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(recorder)
    for value in 1...4 { subject.send(value) }
    recorder.request(.max(1))
    #expect(recorder.values == [3])
    recorder.request(.max(1))
    #expect(recorder.values == [3, 4])
  }

  @Test func aFullBufferFailsAfterTheStoredValues() {
    let probe = Probe([1, 2, 3])
    let recorder = Recorder(asking: .none)
    probe.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { Failure() })
      .subscribe(recorder)
    #expect(probe.requests == [.unlimited])
    #expect(probe.cancellations == 1)
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2])
    #expect(recorder.completion == .failure(Failure()))
  }

  @Test func afterAnOverflowNoValueIsStored() {
    let subject = PassthroughSubject<Int, Failure>()
    let recorder = Recorder(asking: .max(5))
    subject.buffer(size: 5, prefetch: .byRequest, whenFull: .customError { Failure() })
      .subscribe(recorder)
    for value in 0..<100 { subject.send(value) }
    recorder.request(.unlimited)
    #expect(recorder.values == Array(0..<10))
    #expect(recorder.completion == .failure(Failure()))
  }

  @Test func withoutRoomItFailsAtOnce() {
    let recorder = Recorder(asking: .none)
    Probe([1]).buffer(size: 0, prefetch: .byRequest, whenFull: .customError { Failure() })
      .subscribe(recorder)
    #expect(recorder.values == [])
    #expect(recorder.completion == .failure(Failure()))
  }

  @Test func aFailureFollowsTheValuesThatAreAskedFor() {
    let recorder = Recorder()
    Record(output: [1, 2], completion: .failure(Failure()))
      .buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
    #expect(recorder.values == [1, 2])
    #expect(recorder.completion == .failure(Failure()))
  }

  @Test func overAnEmptyPublisherItFinishesOnceItIsAsked() {
    let recorder = Recorder(asking: .none)
    Empty().buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.isFinished)
  }

  @Test func keepsAValueThatIsSentWhileItHandsOverItsSubscription() {
    let subject = PassthroughSubject<Int, Failure>()
    let recorder = Recorder()
    subject.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest)
      .handleEvents(receiveSubscription: { _ in subject.send(1) })
      .subscribe(recorder)
    #expect(recorder.values == [1])
  }

  @Test func theCompletionFollowsWhatIsKept() {
    let probe = Probe([1, 2], completion: .finished)
    let recorder = Recorder(asking: .max(1))
    probe.buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest).subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
  }

  @Test func withoutRoomNothingIsKept() {
    let subject = PassthroughSubject<Int, Failure>()
    let recorder = Recorder(asking: .none)
    subject.buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest).subscribe(recorder)
    subject.send(1)
    recorder.request(.max(1))
    subject.send(2)
    #expect(recorder.values == [2])
  }

  @Test func oneHundredThousandValuesAskedForOneByOneDoNotOverflowTheStack() {
    let recorder = RecordingSubscriber<Int, Never>(asking: .none) { recorder, _ in
      recorder.request(.max(1))
      return .none
    }
    let count = TestEffort.rounds(100_001)
    (0..<count).publisher.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
      .subscribe(recorder)
    recorder.request(.max(1))
    #expect(recorder.values.count == count)
    #expect(recorder.isFinished)
  }

  @Test func cancelledWhileItSendsWhatItKeptItEnds() {
    let recorder = Recorder(asking: .none) { recorder, _ in
      recorder.cancel()
      return .none
    }
    Probe([1, 2, 3]).buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest)
      .subscribe(recorder)
    recorder.request(.unlimited)
    #expect(recorder.values == [1])
  }

  @Test func cancellingReleasesWhatIsKept() {
    let subject = PassthroughSubject<Canary, Never>()
    let recorder = RecordingSubscriber<Canary, Never>(asking: .none)
    subject.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
    let isReleased = Canary.watched { subject.send($0) }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
  }
}
