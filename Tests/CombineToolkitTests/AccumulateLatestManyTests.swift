import CombineToolkit
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct AccumulateLatestManyTests {
  @Test func sendsTheLatestOfEachInOrder() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<[Int], Never>()
    Publishers.AccumulateLatestMany(first.eraseToAnyPublisher(), second.eraseToAnyPublisher())
      .subscribe(recorder)
    second.send(2)
    #expect(recorder.values.isEmpty)
    first.send(1)
    second.send(3)
    #expect(recorder.values == [[1, 2], [1, 3]])
    first.send(completion: .finished)
    second.send(completion: .finished)
    #expect(recorder.isFinished)
  }

  @Test func acceptsASequence() {
    let recorder = RecordingSubscriber<[Int], Never>()
    Publishers.AccumulateLatestMany((1...3).lazy.map { Just($0) }).subscribe(recorder)
    #expect(recorder.values == [[1, 2, 3]])
    #expect(recorder.isFinished)
  }

  @Test func withoutPublishersItSendsAnEmptyArray() {
    let recorder = RecordingSubscriber<[Int], Never>(asking: .none)
    Publishers.AccumulateLatestMany([Just<Int>]()).subscribe(recorder)
    #expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    #expect(recorder.values == [[]])
    #expect(recorder.isFinished)
  }
}
