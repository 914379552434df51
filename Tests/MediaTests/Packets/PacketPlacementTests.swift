import PlayheadMedia
import Testing
import PlayheadTimekeeping

@Suite struct PacketPlacementTests {
  private func track(
    frameRate: FrameRate? = nil, start: Int64? = nil, duration: Int64? = nil
  ) -> MediaTrack {
    var track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 1_000))
    track.frameRate = frameRate
    track.startTicks = start
    track.durationTicks = duration
    return track
  }

  private func packet(
    _ ticks: Int64?, decode: Int64? = nil, lasting: Int64? = nil, isKeyframe: Bool = false
  ) -> PacketTiming {
    PacketTiming(
      track: 0, presentationTicks: ticks, decodeTicks: decode, durationTicks: lasting,
      isKeyframe: isKeyframe)
  }

  /// Returns the packets in the order in which they are placed.
  private func placed(_ packets: [PacketTiming], on track: MediaTrack) -> [PlacedPacket] {
    var placement = PacketPlacement(track: track)
    var placed: [PlacedPacket] = []
    func take(_ first: PlacedPacket?) {
      var next = first
      while let packet = next {
        placed.append(packet)
        next = placement.next()
      }
    }
    for packet in packets { take(placement.place(packet)) }
    placement.finish()
    take(placement.next())
    return placed
  }

  private func starts(_ packets: [PacketTiming], on track: MediaTrack) -> [Int64] {
    placed(packets, on: track).map(\.interval.lowerBound).sorted()
  }

  @Test func timesFromTheContainerAreKept() {
    var placement = PacketPlacement(track: track())
    #expect(placement.place(packet(40, lasting: 20))?.interval == 40..<60)
    #expect(placement.place(packet(20, lasting: 20))?.interval == 20..<40)
    #expect(placement.next() == nil)
  }

  /// The media begins between two keyframes.
  @Test func framesWithoutAPresentationTimeAreInOrderBehindReorderedOnes() {
    let later = { (ticks: Int64) in self.packet(nil, decode: ticks, lasting: 40) }
    let now = { (ticks: Int64) in self.packet(ticks, decode: ticks, lasting: 40) }
    let media = [
      now(40), now(80), later(120), now(160), now(200), packet(360, decode: 240, lasting: 40),
      now(280), now(320), later(360), now(400), now(440),
    ]
    let others = stride(from: Int64(160), through: 480, by: 40)
    for first in 0..<2 {
      let placed = placed(Array(media[first...]), on: track(frameRate: FrameRate(25, 1)))
      #expect(
        placed.map(\.interval.lowerBound).sorted() == Array([40, 80].dropFirst(first)) + others)
      let derived = placed.filter { $0.packet.presentationTicks == nil }.map(\.interval.lowerBound)
      #expect(derived == [240, 480])
      let decoded = placed.filter { $0.packet.presentationTicks != $0.packet.decodeTicks }
      #expect(decoded.map(\.packet.decodeTicks) == [120, 240, 360])
    }
  }

  /// MPEG-1 video without its beginning: libavformat reads the sequence header with the first keyframe.
  @Test(arguments: [120, nil] as [Int64?])
  func framesBehindAKeyframeAreNotReorderedBecauseEarlierOnesWere(start: Int64?) {
    let media =
      (0..<3).map { packet(40 * $0, decode: 40 * $0, lasting: 40) }
      + [packet(start, decode: 120, lasting: 40, isKeyframe: true)]
      + (4..<9).map { packet(nil, decode: 40 * $0, lasting: 40) }
    #expect(starts(media, on: track(frameRate: FrameRate(25, 1))) == (0..<9).map { 40 * $0 })
  }

  /// AVI stores no presentation times, and its first frame is presented when it is decoded.
  @Test(arguments: [true, false])
  func framesBehindOneInItsOwnSlotTakeTheirOwn(isKeyframe: Bool) {
    let media = [
      packet(nil, decode: 0, lasting: 40, isKeyframe: isKeyframe),
      packet(nil, decode: 40, lasting: 40),
      packet(80, decode: 80, lasting: 40), packet(120, decode: 120, lasting: 40),
      packet(nil, decode: 160, lasting: 40),
    ]
    #expect(starts(media, on: track(frameRate: FrameRate(25, 1))) == [0, 40, 80, 120, 160])
  }

  @Test func packetsWithoutAnyTimeFollowThePreviousOne() {
    var placement = PacketPlacement(track: track(start: 7))
    #expect(placement.place(packet(nil, lasting: 10))?.interval == 7..<17)
    #expect(placement.place(packet(nil, lasting: 10))?.interval == 17..<27)
    placement.forgetLast()
    #expect(placement.place(packet(nil, decode: 100, lasting: 10))?.interval == 100..<110)
    placement.forgetLast()
    #expect(placement.place(packet(50, lasting: 10))?.interval == 50..<60)
    #expect(placement.place(packet(nil, lasting: 10))?.interval == 60..<70)
    #expect(placement.place(packet(90, lasting: 10))?.interval == 90..<100)
    #expect(placement.place(packet(nil, lasting: 10))?.interval == 100..<110)
  }

  @Test func framesWithoutAnyTimeAreCountedSoThatRoundingDoesNotAddUp() {
    let packets = (0..<300).map { _ in packet(nil, lasting: 8) }
    let starts = starts(packets, on: track(frameRate: FrameRate(120, 1), start: -2_500))
    #expect(starts.prefix(4) == [-2_500, -2_492, -2_483, -2_475])
    #expect(starts.last == -8)
  }

  @Test func framesBeforeTheFirstTimeStayBeforeIt() {
    // As libavformat reads Matroska with a negative start: the times are out of order.
    let packets = [
      packet(nil, isKeyframe: true), packet(nil), packet(20), packet(nil), packet(0),
      packet(80, decode: 0), packet(40, decode: 20), packet(60, decode: 40),
    ]
    let track = track(frameRate: FrameRate(50, 1), start: -60)
    #expect(starts(packets, on: track) == [-60, -40, -20, 0, 20, 40, 60, 80])
  }

  @Test func aFrameWithoutPresentationTimeIsPresentedWhenItIsDecoded() {
    // As in H.264 in AVI, with frames dropped after the second.
    let packets = [0, 40, 400, 440].map { packet(nil, decode: $0, lasting: 40) }
    let placed = placed(packets, on: track(frameRate: FrameRate(25, 1), start: 0))
    #expect(placed.map(\.interval) == [0..<40, 40..<80, 400..<440, 440..<480])
    #expect(placed.map(\.packet) == packets)
  }

  @Test func aReorderedFrameTakesTheNextFreeTime() {
    // I P B B P B B P of an MPEG program stream, presented I B B P B B P P: 1 frame of delay.
    let packets = [
      packet(40, decode: 0, isKeyframe: true), packet(nil, decode: 40), packet(80, decode: 80),
      packet(120, decode: 120), packet(nil, decode: 160), packet(200, decode: 200),
      packet(240, decode: 240), packet(nil, decode: 280),
    ]
    let placed = placed(packets, on: track(frameRate: FrameRate(25, 1)))
    #expect(
      placed.sorted { $0.interval.lowerBound < $1.interval.lowerBound }.map(\.packet.decodeTicks)
        == [0, 80, 120, 40, 200, 240, 160, 280])
    #expect(placed.map(\.interval.lowerBound).sorted() == (1...8).map { $0 * 40 })
  }

  @Test func aSeekDoesNotChangeTheTimesOfReorderedFrames() {
    var placement = PacketPlacement(track: track(frameRate: FrameRate(25, 1)))
    _ = placement.place(packet(40, decode: 0, isKeyframe: true))
    placement.forgetLast()
    // I B B P, presented B B I P.
    #expect(placement.place(packet(nil, decode: 400, isKeyframe: true)) == nil)
    #expect(placement.place(packet(440, decode: 440))?.interval == 440..<480)
    #expect(placement.place(packet(480, decode: 480))?.interval == 480..<520)
    #expect(placement.next() == nil)
    let keyframe = placement.place(packet(nil, decode: 520))
    #expect(keyframe?.interval == 520..<560 && keyframe?.packet.isKeyframe == true)
    placement.finish()
    #expect(placement.next()?.interval == 560..<600)
    #expect(placement.next() == nil)
  }

  @Test func framesWithoutDecodeTimesFollowThePreviousOnes() {
    // As libavformat reads H.264 in an MPEG program stream.
    let packets = [packet(80, decode: 0, isKeyframe: true)] + (1..<100).map { _ in packet(nil) }
    let starts = starts(packets, on: track(frameRate: FrameRate(25, 1), start: 80))
    #expect(starts == (2..<102).map { $0 * 40 })
  }

  @Test func waitingFramesArePlacedBeforeAJumpOfTheClock() {
    let packets = [
      packet(40, decode: 0, isKeyframe: true), packet(nil, decode: 40), packet(80, decode: 80),
      packet(9_040, decode: 9_000, isKeyframe: true), packet(nil, decode: 9_040),
    ]
    #expect(
      starts(packets, on: track(frameRate: FrameRate(25, 1))) == [40, 80, 120, 9_040, 9_080])
  }

  @Test func aMissingDurationComesFromTheRateOrTheUsualInterval() {
    var withRate = PacketPlacement(track: track(frameRate: FrameRate(25, 1)))
    #expect(withRate.place(packet(0))?.interval == 0..<40)
    var without = PacketPlacement(track: track())
    #expect(without.place(packet(0))?.interval == 0..<0)
    #expect(without.place(packet(30))?.interval == 30..<60)
    #expect(without.place(packet(nil))?.interval == 60..<90)
  }

  @Test func aGapBeforeTheLastPacketIsNotItsDuration() {
    let packets = ([0, 40, 80, 120, 3_500] as [Int64]).map { packet($0) }
    #expect(placed(packets, on: track()).last?.interval == 3_500..<3_540)
  }

  @Test func theLastPacketEndsWithItsTrack() {
    // As in WMA, whose packets last 1.95 s but have no duration in the container.
    let packets = ([0, 1_950] as [Int64]).map { packet($0, decode: $0) }
    let placed = placed(packets, on: track(start: 0, duration: 3_684))
    #expect(placed.map(\.interval) == [0..<0, 1_950..<3_684])
  }

  @Test func theOnlyPacketOfATrackLastsUntilItsEnd() {
    var track = track(duration: 3_684)
    var placed = placed([packet(0, decode: 0)], on: track)
    #expect(placed.map(\.interval) == [0..<0, 0..<3_684])
    #expect(placed.map(\.isExtension) == [false, true])
    // The file is cut short.
    track.declaredPacketCount = 3
    placed = self.placed([packet(0, decode: 0)], on: track)
    #expect(placed.map(\.interval) == [0..<0])
  }

  @Test func aTimeThatIsTakenIsPassedInOneStepHoweverShortThePacket() {
    // As in Matroska with a DefaultDuration of 30,000 s and a BlockDuration of 1 ns.
    var track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 1_000_000_000))
    track.frameRate = FrameRate(1, 30_000)
    let packets = [
      packet(0, decode: 0, lasting: 1, isKeyframe: true), packet(nil, decode: 1, lasting: 1),
    ]
    #expect(starts(packets, on: track) == [0, 30_000_000_000_002])
  }

  @Test func timestampsThatOverflowAreNotPlaced() {
    var placement = PacketPlacement(track: track())
    #expect(placement.place(packet(.max, lasting: 1)) == nil)
    #expect(placement.place(packet(.min, lasting: 1))?.interval == Int64.min..<(Int64.min + 1))
    #expect(placement.place(packet(0, lasting: -5))?.interval == 0..<0)
  }

  @Test func theNumberOfWaitingPacketsIsBounded() {
    var placement = PacketPlacement(track: track(frameRate: FrameRate(25, 1)))
    var (count, placedCount) = (0, 0)
    var state: UInt64 = 1
    for _ in 0..<10_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let ticks = Int64(bitPattern: state) >> Int64(state % 61)
      let times = [nil, ticks, Int64.max, .min]
      count += 1
      var next = placement.place(
        packet(state >> 8 % 3 == 0 ? ticks : nil, decode: times[Int(state >> 16 % 4)]))
      while next != nil {
        placedCount += 1
        next = placement.next()
      }
      #expect(count - placedCount < 10_000)
    }
    placement.finish()
    var waitingCount = 0
    while placement.next() != nil { waitingCount += 1 }
    #expect(waitingCount <= 17)
  }
}
