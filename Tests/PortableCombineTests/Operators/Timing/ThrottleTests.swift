import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ThrottleTests {
  private func play(
    _ input: String, latest: Bool = true, asking demand: Subscribers.Demand = .unlimited,
    later: [Int: Subscribers.Demand] = [:]
  ) -> String {
    MarbleStage.play(input, asking: demand, later: later) {
      $0.throttle(for: 0.3, scheduler: $1, latest: latest)
    }
  }

  @Test func theFirstValueGoesOutAtOnce() {
    #expect(play("-a") == "-a")
  }

  @Test func theNewestOfAnIntervalGoesOutAtItsEnd() {
    #expect(play("abcdefgh") == "a--c--f--h")
  }

  @Test func theFirstOfAnIntervalGoesOutAtItsEnd() {
    #expect(play("abcdefgh", latest: false) == "a--b--d--g")
  }

  @Test func valuesFartherApartAreNotHeldBack() {
    #expect(play("a---b-----c") == "a---b-----c")
  }

  @Test func theEndComesAfterTheValueThatIsDue() {
    #expect(play("ab|") == "a--(b|)")
    #expect(play("ab#") == "a--(b#)")
  }

  @Test func theEndComesAtOnceIfNothingIsDue() {
    #expect(play("a|") == "a|")
    #expect(play("|") == "|")
  }

  @Test func whatIsDueWithoutDemandIsDropped() {
    #expect(play("a--b--c--d", asking: .max(1), later: [5: .max(1)]) == "a-----c")
  }

  @Test func whatComesWithoutDemandIsDroppedEvenIfItIsAskedForBeforeItIsDue() {
    #expect(play("ab------c", asking: .max(1), later: [2: .max(1)]) == "a-------c")
  }

  @Test func asksForEverything() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1))
    probe.throttle(for: 1, scheduler: ManualScheduler(), latest: true).subscribe(recorder)
    #expect(probe.requests == [.unlimited])
    #expect(recorder.history == [.subscription(description: "Throttle")])
  }

  @Test func anIntervalTooLongToCountNeverEnds() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.throttle(for: .seconds(Int.max), scheduler: scheduler, latest: true)
      .subscribe(recorder)
    for value in 1...3 {
      subject.send(value)
      scheduler.clock.advance(by: .seconds(1_000_000))
    }
    #expect(recorder.values == [1])
  }
}
