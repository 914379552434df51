import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CompactMapTests {
  @Test func leavesOutNilAndAsksAnew() {
    let probe = ProbePublisher<String, Never>(["a", "1", "b", "2", "3"])
    let recorder = probe.compactMap { Int($0) }.recorded(asking: .max(2))
    #expect(
      recorder.history == [.subscription(description: "CompactMap"), .value(1), .value(2)])
  }

  @Test func severalInARowAreOneStep() {
    let subject = PassthroughSubject<String, Never>()
    let mapped: Publishers.CompactMap<PassthroughSubject<String, Never>, Int> =
      subject.compactMap { Int($0) }.map { $0 * 2 }.compactMap { $0 > 2 ? $0 : nil }
    let recorder = mapped.recorded()
    ["1", "x", "2"].forEach(subject.send)
    #expect(recorder.values == [4])
  }

  @Test func tryVariantFailsWithTheErrorThrown() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = probe.tryCompactMap {
      try NamedError.thrown("three", if: $0 == 3, else: $0 == 2 ? 2 : nil)
    }.recorded()
    #expect(recorder.values == [2])
    #expect(recorder.error == NamedError("three"))
    #expect(probe.cancellations == 1)
  }

  @Test func tryVariantTakesOneMoreTransform() {
    let subject = PassthroughSubject<String, Never>()
    let mapped: Publishers.TryCompactMap<PassthroughSubject<String, Never>, Int> =
      subject.tryCompactMap { Int($0) }.compactMap {
        try NamedError.thrown("two", if: $0 == 2, else: $0 == 1 ? nil : $0)
      }
    let recorder = mapped.recorded()
    ["1", "x", "3", "2", "4"].forEach(subject.send)
    #expect(recorder.values == [3])
    #expect(recorder.error == NamedError("two"))
  }
}
