import PlayheadTesting
import PortableCombine
import Testing

@Suite struct DroppingTests {
  typealias Probe = ProbePublisher<Int, Never>

  @Test func dropFirstAsksForWhatItDrops() {
    let probe = Probe([1, 2, 3, 4])
    let recorder = probe.dropFirst(2).recorded(asking: .max(1))
    #expect(probe.requests == [.max(1), .max(2)])
    #expect(recorder.history == [.subscription(description: "Drop"), .value(3)])
  }

  @Test func dropFirstWithoutANumberDropsOne() {
    #expect(Probe([1, 2]).dropFirst().recorded().values == [2])
    let probe = Probe([1, 2])
    #expect(probe.dropFirst(0).recorded(asking: .max(1)).values == [1])
    #expect(probe.requests == [.max(1)])
  }

  @Test func cancelledOnSubscriptionItAsksForNothing() {
    let probe = Probe([1])
    let recorder = RecordingSubscriber<Int, Never>(asking: .none, onSubscription: { $0.cancel() })
    probe.dropFirst(2).subscribe(recorder)
    #expect(probe.requests == [])
  }

  @Test func dropWhileDropsUntilTheFirstThatDoesNotMatch() {
    let probe = Probe([1, 2, 3, 1])
    let recorder = probe.drop { $0 < 3 }.recorded(asking: .max(2))
    #expect(
      recorder.history == [.subscription(description: "DropWhile"), .value(3), .value(1)])
  }

  @Test func tryDropWhileFailsWithTheErrorThrown() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.tryDrop {
      try NamedError.thrown("two", if: $0 == 2, else: true)
    }.recorded()
    #expect(recorder.error == NamedError("two"))
    #expect(probe.cancellations == 1)
    // After a value has been published, the closure is not called again.
    let passing = Probe([1, 2, 3]).tryDrop {
      try NamedError.thrown("two", if: $0 == 2, else: false)
    }.recorded()
    #expect(passing.values == [1, 2, 3])
  }
}
