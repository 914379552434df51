import PlayheadTesting
import PortableCombine
import Testing

@Suite struct TryFilterTests {
  @Test func asksAnewForWhatItLeavesOut() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3, 4])
    let recorder = probe.tryFilter { $0.isMultiple(of: 2) }.recorded(asking: .max(1))
    #expect(recorder.values == [2])
  }

  @Test func anErrorCancelsTheUpstreamAndIsTheFailure() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = probe.tryFilter {
      try NamedError.thrown("two", if: $0 == 2, else: true)
    }.recorded()
    #expect(recorder.values == [1])
    #expect(recorder.error == NamedError("two"))
    #expect(probe.cancellations == 1)
  }

  @Test func severalInARowAreOneStep() {
    let subject = PassthroughSubject<Int, Never>()
    let filtered: Publishers.TryFilter<PassthroughSubject<Int, Never>> =
      subject.filter { $0 > 1 }.tryFilter { $0 > 2 }.filter { $0 < 6 }.tryFilter { $0 < 5 }
    let recorder = filtered.recorded()
    (1...6).forEach(subject.send)
    #expect(recorder.values == [3, 4])
  }
}
