import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct PacketTimesTests {
  private func times(_ ticks: [Int64], _ timebase: Timebase = Timebase(1, 1_000)) -> PacketTimes {
    var times = PacketTimes(timebase: timebase)
    for tick in ticks {
      times.add(PacketTiming(track: 0, presentationTicks: tick, byteCount: 400))
    }
    return times
  }

  private func presented(_ times: PacketTimes) -> [Int64] {
    var reader = PacketTimes.Presentation(times)
    var ticks: [Int64] = []
    while let entry = reader.next() { ticks.append(entry.ticks) }
    return ticks
  }

  @Test func reorderedPacketsAreReadInTheOrderOfPresentation() {
    let ticks: [Int64] = [0, 160, 80, 40, 120, 320, 240, 200, 280]
    #expect(presented(times(ticks)) == ticks.sorted())
  }

  /// 10 hours of 1,000 packets per second in a timebase of 90 kHz need 144 MB.
  @Test func aPacketNeedsFourBytes() {
    let packets = times((0..<50_000).map { $0 * 90 }, Timebase(1, 90_000))
    #expect(packets.count == 50_000 && presented(packets).last == 49_999 * 90)
    #expect(packets.chunks.reduce(0) { $0 + $1.count } <= 4 * 50_000 + 64)
  }

  @Test func timesAtTheLimitsAreKept() {
    let ticks: [Int64] = [.min, .max, 0, -1, .max, .min]
    #expect(presented(times(ticks)) == ticks.sorted())
    let comparison = PacketMatcher(times(ticks), times([.max, .min, 5])).comparison()
    #expect(comparison.matchedCount <= 3)
    #expect(PacketMatcher(times([]), times([])).comparison().matchedCount == 0)
    #expect(PacketMatcher(times([]), times([1, 2])).comparison().counts == [.added: 2])
  }

  @Test func packetsWithoutTimesAndWithoutPresentationAreNoneToCompare() {
    var packet = PacketTiming(track: 0, presentationTicks: nil)
    var times = PacketTimes(timebase: Timebase(1, 1_000))
    times.add(packet)
    packet.presentationTicks = 5
    packet.isDiscarded = true
    times.add(packet)
    #expect(times.count == 0 && times.untimedCount == 1)
  }

  /// One container marks the packet of priming as discarded, the other declares only where presentation starts.
  @Test func packetsOfPrimingDoNotCount() {
    let (one, other) = (times([21, 43, 64]), times([100, 121, 143, 164]))
    let starts = (
      one: MediaTime?.some(.milliseconds(21)), other: MediaTime?.some(.milliseconds(121))
    )
    let comparison = PacketMatcher(one, other, from: starts).comparison()
    #expect(comparison.matchedCount == 3 && comparison.differences.isEmpty)
    // A packet that is presented in part counts.
    let within = (one: starts.one, other: MediaTime?.some(.milliseconds(110)))
    #expect(PacketMatcher(one, other, from: within).comparison().counts == [.added: 1])
  }

  /// A tick that is as long as a packet is no rounding.
  @Test func packetsOfOneTickAreDistinguished() {
    let one = times(Array(0..<50), Timebase(1, 25))
    let other = times((0..<50).filter { $0 != 20 }, Timebase(1, 25))
    #expect(PacketMatcher(one, other).comparison().counts == [.missing: 1])
  }

  /// Where all others are at exactly the same time, no times were rounded.
  @Test func aPacketThatIsMovedByATickIsFound() {
    let ticks = (0..<100).map { Int64($0) * 4 }
    var moved = ticks
    moved[40] += 1
    let timebase = Timebase(1, 100)
    #expect(
      PacketMatcher(times(ticks, timebase), times(moved, timebase)).comparison().counts
        == [.moved: 1])
    let one = times((0..<100).map { $0 * 1_001 / 30 })
    let other = times((0..<100).map { ($0 * 1_001 + 15) / 30 })
    #expect(PacketMatcher(one, other).comparison().differences.isEmpty)
  }

  @Test func withoutMoreMemoryTheRestIsLeftOut() {
    var times = PacketTimes(timebase: Timebase(1, 1_000))
    times.add(PacketTiming(track: 0, presentationTicks: 1), mayGrow: false)
    #expect(times.count == 0 && !times.isComplete)
  }
}
