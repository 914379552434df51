import Media
import Testing
import Timekeeping

@Suite struct PacketPlacementTests {
  private func placement(frameRate: FrameRate? = nil, start: Int64? = nil) -> PacketPlacement {
    var track = Track(index: 0, kind: .video, timebase: Timebase(1, 1_000))
    track.frameRate = frameRate
    track.startTicks = start
    return PacketPlacement(track: track)
  }

  private func packet(_ ticks: Int64?, decode: Int64? = nil, lasting: Int64? = nil) -> PacketTiming
  {
    PacketTiming(
      track: 0, presentationTicks: ticks, decodeTicks: decode, durationTicks: lasting)
  }

  @Test func whatTheContainerTellsStands() {
    var placement = placement()
    #expect(placement.place(packet(40, lasting: 20)) == 40..<60)
    #expect(placement.place(packet(20, lasting: 20)) == 20..<40)
  }

  @Test func aMissingTimeIsTheEndOfThePacketBefore() {
    var placement = placement(start: 7)
    #expect(placement.place(packet(nil, lasting: 10)) == 7..<17)
    #expect(placement.place(packet(nil, lasting: 10)) == 17..<27)
    placement.forgetLast()
    #expect(placement.place(packet(nil, decode: 100, lasting: 10)) == 100..<110)
  }

  @Test func aMissingDurationIsTheFrameRatesElseTheLastInterval() {
    var withRate = placement(frameRate: FrameRate(25, 1))
    #expect(withRate.place(packet(0)) == 0..<40)
    var without = placement()
    #expect(without.place(packet(0)) == 0..<0)
    #expect(without.place(packet(30)) == 30..<60)
    #expect(without.place(packet(nil)) == 60..<90)
  }

  @Test func timestampsBeyondCountingHaveNoPlace() {
    var placement = placement()
    #expect(placement.place(packet(.max, lasting: 1)) == nil)
    #expect(placement.place(packet(.min, lasting: 1)) == Int64.min..<(Int64.min + 1))
    #expect(placement.place(packet(0, lasting: -5)) == 0..<0)
  }
}
