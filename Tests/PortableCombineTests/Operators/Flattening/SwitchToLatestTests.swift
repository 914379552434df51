import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SwitchToLatestTests {
  struct Failure: Error, Equatable {}
  typealias Probe = ProbePublisher<Int, Failure>
  typealias Recorder = RecordingSubscriber<Int, Failure>

  @Test func sendsTheValuesOfTheNewest() {
    let outer = PassthroughSubject<PassthroughSubject<Int, Failure>, Failure>()
    let inner = (0..<2).map { _ in PassthroughSubject<Int, Failure>() }
    let recorder = Recorder()
    outer.switchToLatest().subscribe(recorder)
    outer.send(inner[0])
    inner[0].send(1)
    outer.send(inner[1])
    inner[0].send(2)
    inner[1].send(3)
    #expect(recorder.values == [1, 3])
    #expect(recorder.history.first == .subscription(description: "SwitchToLatest"))
  }

  @Test func cancelsTheOneBeforeAndAsksTheNextForWhatIsLeft() {
    let outer = PassthroughSubject<Probe, Failure>()
    let inner = [Probe([1, 2]), Probe([3, 4, 5, 6])]
    let recorder = Recorder(asking: .max(5))
    outer.switchToLatest().subscribe(recorder)
    outer.send(inner[0])
    outer.send(inner[1])
    #expect(inner[0].requests == [.max(5)])
    #expect(inner[0].cancellations == 1)
    #expect(inner[1].requests == [.max(3)])
    #expect(recorder.values == [1, 2, 3, 4, 5])
    recorder.request(.max(1))
    #expect(recorder.values.last == 6)
  }

  @Test func finishesWithUpstreamAndNewest() {
    let outer = PassthroughSubject<Probe, Failure>()
    let inner = Probe()
    let recorder = Recorder()
    outer.switchToLatest().subscribe(recorder)
    outer.send(inner)
    outer.send(completion: .finished)
    #expect(recorder.completion == nil)
    inner.send(1)
    inner.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func aFailureOfEitherCancelsTheOther() {
    let probe = ProbePublisher<Probe, Failure>()
    let inner = Probe()
    let recorder = Recorder()
    probe.switchToLatest().subscribe(recorder)
    probe.send(inner)
    inner.send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(probe.cancellations == 1)

    let outer = PassthroughSubject<Probe, Failure>()
    let newest = Probe()
    let second = Recorder()
    outer.switchToLatest().subscribe(second)
    outer.send(newest)
    outer.send(completion: .failure(Failure()))
    #expect(second.completion == .failure(Failure()))
    #expect(newest.cancellations == 1)
  }

  @Test func whatAValueAsksForGoesToThePublisherItSwitchesTo() {
    let outer = PassthroughSubject<Probe, Failure>()
    let inner = [Probe([1]), Probe([2, 3])]
    let recorder = Recorder(asking: .max(1)) { _, value in
      if value == 1 { outer.send(inner[1]) }
      return value == 1 ? .max(2) : .none
    }
    outer.switchToLatest().subscribe(recorder)
    outer.send(inner[0])
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.violations == [])
  }

  @Test func failuresOfNeverGoTogetherWithOthers() {
    var values: [Int] = []
    _ = Just(Just(1)).switchToLatest().sink { values.append($0) }
    _ = Just(Just(2).setFailureType(to: Failure.self)).switchToLatest()
      .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    _ = Just(Just(3)).setFailureType(to: Failure.self).switchToLatest()
      .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    #expect(values == [1, 2, 3])
  }
}
