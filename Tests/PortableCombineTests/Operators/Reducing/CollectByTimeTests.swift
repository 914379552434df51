import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CollectByTimeTests {
  private func play(
    _ input: String, count: Int? = nil, asking demand: Subscribers.Demand = .unlimited,
    later: [Int: Subscribers.Demand] = [:]
  ) -> String {
    MarbleStage.play(input, asking: demand, later: later) { source, scheduler in
      let strategy =
        if let count {
          Publishers.TimeGroupingStrategy.byTimeOrCount(scheduler, 0.4, count)
        } else {
          Publishers.TimeGroupingStrategy.byTime(scheduler, 0.4)
        }
      return source.collect(strategy).map { $0.joined() }
    }
  }

  @Test func sendsAGroupAtTheEndOfEachInterval() {
    #expect(play("abc-d-e") == "----[abc]---[de]")
  }

  @Test func anIntervalWithoutValuesSendsNothing() {
    #expect(play("a----------b") == "----a-------b")
  }

  @Test func aFullGroupGoesOutAtOnce() {
    #expect(play("abcdef", count: 3) == "--[abc]-d---[ef]")
  }

  @Test func theEndSendsWhatThereIs() {
    #expect(play("ab|") == "--([ab]|)")
    #expect(play("|") == "|")
    #expect(play("abc|", count: 2) == "-[ab]-(c|)")
  }

  @Test func theFailureDropsWhatThereIs() {
    #expect(play("ab#") == "--#")
  }

  @Test func byTimeAGroupWithoutDemandIsDropped() {
    #expect(play("ab--cd--ef", asking: .max(1), later: [9: .max(1)]) == "----[ab]-------[ef]")
  }

  @Test func byTimeItAsksForEverything() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<[Int], Never>(asking: .max(1))
    probe.collect(.byTime(ManualScheduler(), 1)).subscribe(recorder)
    #expect(probe.requests == [.unlimited])
    #expect(recorder.history == [.subscription(description: "CollectByTime")])
  }

  @Test func byCountItAsksForWhatTheGroupsHold() {
    let scheduler = ManualScheduler()
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = RecordingSubscriber<[Int], Never>(asking: .max(2))
    probe.collect(.byTimeOrCount(scheduler, 1, 2)).subscribe(recorder)
    #expect(probe.requests == [.max(4)])
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.values == [[1, 2], [3]])
    // One of the four values is still expected, so another group needs only one more.
    recorder.request(.max(1))
    #expect(probe.requests == [.max(4), .max(1)])
    for value in 4...9 { probe.send(value) }
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values == [[1, 2], [3], [4, 5]])
    recorder.request(.unlimited)
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values == [[1, 2], [3], [4, 5], [6, 7], [8, 9]])
    #expect(recorder.violations.isEmpty)
  }

  @Test(arguments: [Subscribers.Completion<MarbleStage.Failure>.finished, .failure(.init())])
  func theSchedulerDeliversEverything(completion: Subscribers.Completion<MarbleStage.Failure>) {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, MarbleStage.Failure>()
    let recorder = RecordingSubscriber<[Int], MarbleStage.Failure>()
    subject.collect(.byTimeOrCount(scheduler, 10, 2)).subscribe(recorder)
    for value in 1...3 { subject.send(value) }
    #expect(recorder.values == [])
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values == [[1, 2]])
    for value in 4...5 { subject.send(value) }
    subject.send(completion: completion)
    #expect(recorder.values == [[1, 2]])
    #expect(recorder.completion == nil)
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values == [[1, 2], [3, 4]] + (completion == .finished ? [[5]] : []))
    #expect(recorder.completion == completion)
    #expect(!scheduler.clock.advanceToNext())
  }

  @Test func aCountBelowOneCountsAsOne() {
    #expect(play("ab", count: 0) == "ab")
  }

  @Test func cancellingLeavesNothingScheduled() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<[Int], Never>()
    PassthroughSubject<Int, Never>().collect(.byTime(scheduler, 1)).subscribe(recorder)
    recorder.cancel()
    scheduler.clock.advance(by: .zero)
    #expect(!scheduler.clock.advanceToNext())
  }
}
