import Testing

@testable import PlayheadFFmpeg

@Suite struct TransportClockTests {
  @Test func theReferencesThatWereReadLastAreKept() {
    var clock = TransportClock()
    let count: Int64 = 20_000
    for number in 0..<count { clock.record(number * 300, ofStream: 0x100, at: number * 188) }
    let last = (count - 3_000..<count).allSatisfy { clock.ticks(at: $0 * 188 + 1) == $0 }
    #expect(last)
    #expect(clock.ticks(at: 0) == nil)
    clock.restart(at: 0)
    for number in 0..<Int64(2_000) { clock.record(number * 300, ofStream: 0x100, at: number * 188) }
    let again = (0..<Int64(2_000)).allSatisfy { clock.ticks(at: $0 * 188 + 1) == $0 }
    #expect(again)
  }
}
