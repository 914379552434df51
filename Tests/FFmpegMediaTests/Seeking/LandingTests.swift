import PlayheadMedia
import Testing
import PlayheadTimekeeping

@testable import PlayheadFFmpeg

/// The verdict on the packets that follow a jump to 10 s.
@Suite struct LandingTests {
  private static let tracks = [MediaTrack.Kind.video, .audio].enumerated().map { index, kind in
    var track = MediaTrack(index: index, kind: kind, timebase: .milliseconds)
    track.startTicks = 0
    return track
  }

  private func landing(
    beginning: Beginning = Beginning(of: tracks), container: String = "matroska,webm",
    acceptsHoles: Bool = false, audioEnd: Int64? = nil
  ) -> Landing {
    var tracks = Self.tracks
    tracks[1].durationTicks = audioEnd
    return Landing(
      of: tracks, at: .seconds(10), along: tracks[0], beginning: beginning, container: container,
      acceptsHoles: acceptsHoles)
  }

  private func packet(
    _ track: Int, _ ticks: Int64?, isKeyframe: Bool = true, page: Int64? = 0
  ) -> PacketTiming {
    var packet = PacketTiming(track: track, presentationTicks: ticks, isKeyframe: isKeyframe)
    packet.byteOffset = page
    return packet
  }

  /// Returns the verdict after these packets, and after the end of reading if `isOver` is true.
  private func verdict(
    _ landing: Landing, _ packets: [PacketTiming], isOver: Bool = false
  ) -> Landing.Verdict {
    var landing = landing
    for packet in packets { _ = landing.record(packet) }
    if isOver { landing.finish(isFull: false) }
    return landing.verdict
  }

  @Test func eachTrackMustBeginAtOrBeforeTheTarget() {
    #expect(verdict(landing(), [packet(0, 9_000)]) == .open)
    #expect(verdict(landing(), [packet(0, 9_000), packet(1, 10_000)]) == .early)
    #expect(verdict(landing(), [packet(1, 9_000), packet(0, 10_001)]) == .late)
    #expect(verdict(landing(), [packet(0, 9_000), packet(1, 10_001)]) == .late)
  }

  @Test func packetsThatDependOnEarlierOnesAreDropped() {
    var landing = landing()
    let cut = packet(0, 9_000, isKeyframe: false)
    let isOfUse = [cut, packet(1, 8_900), packet(0, 9_500), cut].map { landing.record($0) }
    #expect(isOfUse == [false, true, true, true] && landing.verdict == .early)
    #expect(verdict(self.landing(), [packet(0, 10_001, isKeyframe: false)]) == .late)
  }

  @Test func programStreamTimesAreTrustedFromTheSecondStoredTime() {
    var landing = landing(container: "mpeg")
    let packets = [
      packet(0, 8_000), packet(0, 8_100, page: nil), packet(1, 8_100),
      packet(0, 9_000, isKeyframe: false), packet(0, 9_100, page: nil), packet(0, 9_200, page: nil),
    ]
    let isOfUse = packets.map { landing.record($0) }
    #expect(isOfUse == [false, false, true, false, true, true] && landing.verdict == .early)
    let late = [packet(0, 10_100), packet(0, 10_200, page: nil)]
    #expect(verdict(self.landing(container: "mpeg"), late) == .late)
  }

  @Test func aKeyframeWithoutATimeIsInconclusive() {
    #expect(verdict(landing(), [packet(0, nil)]) == .unknown)
  }

  @Test func aTrackWithoutPacketsForASecondIsNotWaitedFor() {
    #expect(verdict(landing(), [packet(0, 9_000), packet(0, 11_000)]) == .open)
    #expect(verdict(landing(), [packet(0, 9_000), packet(0, 11_001)]) == .early)
  }

  @Test func atTheEndAMissingTrackMayBeEarlierUnlessItHasEnded() {
    let packets = [packet(0, 9_000)]
    #expect(verdict(landing(), packets, isOver: true) == .unknown)
    #expect(verdict(landing(acceptsHoles: true), packets, isOver: true) == .early)
    #expect(verdict(landing(audioEnd: 10_000), packets, isOver: true) == .early)
    #expect(verdict(landing(audioEnd: 10_001), packets, isOver: true) == .unknown)
  }

  @Test func anAcceptedHoleLetsATrackBeginLate() {
    let packets = [packet(0, 2_000), packet(1, 10_500)]
    #expect(verdict(landing(acceptsHoles: true), packets) == .early)
  }

  @Test func theTimeOfTheLastOggPageIsNotTrusted() {
    let packets = [
      packet(0, 9_000, page: 7), packet(1, 9_000, page: 8), packet(0, 9_040, page: 7),
      packet(0, 9_080, page: 9),
    ]
    #expect(verdict(landing(container: "ogg"), packets) == .open)
    #expect(verdict(landing(container: "ogg"), packets, isOver: true) == .unknown)
    #expect(verdict(landing(container: "ogg"), packets + [packet(1, 9_080, page: 10)]) == .early)
    #expect(verdict(landing(), packets) == .early)
  }

  @Test func theFirstPacketWithoutItsPrimingIsNotTrusted() {
    var first = packet(1, 0)
    first.skippedSamples = 312
    var beginning = Beginning(of: Self.tracks)
    beginning.record(first)
    #expect(verdict(landing(beginning: beginning), [packet(1, 0)]) == .unknown)
    #expect(verdict(landing(beginning: beginning), [first]) == .open)
  }
}
