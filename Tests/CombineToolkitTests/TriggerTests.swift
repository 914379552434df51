import CombineToolkit
import PortableCombine
import Testing

@Suite struct TriggerTests {
  private enum Key: Hashable { case reload, loadMore(topicId: String) }

  /// A key whose values all have the same hash.
  private struct Collision: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  /// Returns the names of the signals that are sent while `activate` runs.
  private func signals(
    _ named: [String: SignalTrigger.Signal], activate: () -> Void
  ) -> [String] {
    var heard: [String] = []
    let cancellables = named.map { name, signal in
      signal.sink(
        receiveCompletion: { _ in Issue.record("A signal ended.") },
        receiveValue: { heard.append(name) })
    }
    activate()
    for cancellable in cancellables { cancellable.cancel() }
    return heard.sorted()
  }

  @Test func activatesTheSignalsOfAKeyAnyNumberOfTimes() {
    let trigger = SignalTrigger()
    let heard = signals([
      "reload": trigger.signal(activatedBy: Key.reload),
      "a": trigger.signal(activatedBy: Key.loadMore(topicId: "a")),
      "a too": trigger.signal(activatedBy: Key.loadMore(topicId: "a")),
      "b": trigger.signal(activatedBy: Key.loadMore(topicId: "b")),
    ]) {
      trigger.activate(for: Key.loadMore(topicId: "a"))
      trigger.activate(for: Key.reload)
      trigger.activate(for: Key.reload)
      trigger.activate(for: Key.loadMore(topicId: "c"))
    }
    #expect(heard == ["a", "a too", "reload", "reload"])
  }

  @Test func copiesShareTheirSignals() {
    let trigger = SignalTrigger()
    let copy = trigger
    let other = SignalTrigger()
    let heard = signals([
      "copy": copy.signal(activatedBy: 1), "other": other.signal(activatedBy: 1),
    ]) { trigger.activate(for: 1) }
    #expect(heard == ["copy"])
  }

  @Test func keysWithTheSameHashAreDistinct() {
    let trigger = SignalTrigger()
    let heard = signals([
      "one": trigger.signal(activatedBy: Collision(number: 1)),
      "two": trigger.signal(activatedBy: Collision(number: 2)),
    ]) { trigger.activate(for: Collision(number: 2)) }
    #expect(heard == ["two"])
  }

  @Test func equalKeysOfDifferentTypesAreDistinct() {
    let trigger = SignalTrigger()
    let named = [
      "Int": trigger.signal(activatedBy: 1), "Double": trigger.signal(activatedBy: 1.0),
      "UInt8": trigger.signal(activatedBy: UInt8(1)),
      "Int?": trigger.signal(activatedBy: Int?.some(1)),
      "[Int]": trigger.signal(activatedBy: [1]), "[Double]": trigger.signal(activatedBy: [1.0]),
      "String": trigger.signal(activatedBy: "1"),
    ]
    #expect(signals(named) { trigger.activate(for: 1) } == ["Int"])
    #expect(signals(named) { trigger.activate(for: 1.0) } == ["Double"])
    #expect(signals(named) { trigger.activate(for: Int?.some(1)) } == ["Int?"])
    #expect(signals(named) { trigger.activate(for: [1]) } == ["[Int]"])
    #expect(signals(named) { trigger.activate(for: "1") } == ["String"])
  }

  @Test func aTypeErasedKeyEqualsItsUnderlyingKey() {
    let trigger = SignalTrigger()
    let hidden: any Hashable = UInt8(1)
    let named = [
      "UInt8": trigger.signal(activatedBy: UInt8(1)), "Int": trigger.signal(activatedBy: 1),
    ]
    #expect(signals(named) { trigger.activate(for: AnyHashable(UInt8(1))) } == ["UInt8"])
    #expect(signals(named) { trigger.activate(for: hidden) } == ["UInt8"])
  }
}
