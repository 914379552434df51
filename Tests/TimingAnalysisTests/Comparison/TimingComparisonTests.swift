import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct TimingComparisonTests {
  private let media = ComparedMedia()

  /// Returns the lines of all differences except findings, which the defects below also cause.
  private func lines(_ other: ComparedMedia) -> [String] {
    media.compared(with: other, ignoring: [.findings, .keyframes, .bitRate, .frameRate])
      .differences.map { "\($0.kind.rawValue): \($0.sentence)" }
  }

  @Test(arguments: [Timebase(1, 1_000), Timebase(1, 90_000), Timebase(1, 12_800)])
  func theSameMediaInAnotherTimebaseDoesNotDiffer(_ timebase: Timebase) {
    let comparison = media.compared(with: media.remuxed(to: timebase))
    #expect(comparison.differences == [] && comparison.isSame)
    #expect(comparison.tracks.map { $0.packets?.matchedCount } == [125, 234])
    #expect(comparison.tracks.map { $0.packets?.equalSizeCount } == [125, 234])
  }

  /// As in a cut Matroska file, whose times were rounded at another offset.
  @Test func theSameTimebaseWithOtherRoundingDoesNotDiffer() {
    var other = media
    other.delay(0, by: 4)
    other.delay(1, by: 16)
    let timebase = Timebase(1, 1_000)
    let comparison = media.remuxed(to: timebase).compared(with: other.remuxed(to: timebase))
    #expect(comparison.differences == [])
    #expect(comparison.tracks.map { $0.packets?.matchedCount } == [125, 234])
  }

  @Test func aMissingPacketIsReportedAtItsPosition() {
    var other = media.remuxed(to: Timebase(1, 1_000))
    other.packets[0].remove(at: 50)
    #expect(lines(other) == ["missing-packets: 1 packet of video 0 is missing at 2.000 s"])
    other.packets[0].removeSubrange(60..<70)
    #expect(
      lines(other).last
        == "missing-packets: 10 packets of video 0 are missing from 2.440 s to 2.800 s")
  }

  @Test func aDoubledPacketIsNotAnAddedOne() {
    var other = media
    other.packets[1].insert(other.packets[1][100], at: 101)
    #expect(lines(other) == ["doubled-packets: 1 packet of audio 1 is doubled at 2.133 s"])
    other = media
    var packet = other.packets[1][100]
    packet.presentationTicks? += 300
    packet.decodeTicks? += 300
    other.packets[1].insert(packet, at: 101)
    #expect(lines(other) == ["added-packets: 1 packet of audio 1 is added at 2.140 s"])
  }

  @Test func aShiftOfAllTracksIsOneDifference() {
    var other = media
    other.delay(0, by: 512)
    other.delay(1, by: 1_920)
    #expect(lines(other) == ["start: all tracks run 40.0 ms later on the clock of the container"])
  }

  @Test func aShiftOfOneTrackIsRelativeToTheOthers() {
    var other = media
    other.delay(1, by: -1_920)
    #expect(
      lines(other) == [
        "duration: 5.000 s → 5.040 s, 40.0 ms longer", "shift: audio 1 runs 40.0 ms earlier",
      ])
  }

  /// The times of the rest begin at zero, so that they also fit the first packets.
  @Test func aCutIsRecognizedByTheSizesOfThePackets() {
    var other = media
    other.packets[0].removeFirst(50)
    other.packets[1].removeFirst(94)
    other.delay(0, by: -50 * 512)
    other.delay(1, by: -2 * 48_000)
    #expect(
      lines(other) == [
        "duration: 5.000 s → 3.000 s, 2000.0 ms shorter",
        "start: all tracks run 2000.0 ms earlier on the clock of the container",
        "missing-packets: 50 packets of video 0 are missing from 0.000 s to 1.960 s",
        "missing-packets: 94 packets of audio 1 are missing from 0.000 s to 1.984 s",
      ])
  }

  @Test func movedPacketsHaveADelay() {
    var other = media
    other.delay(0, by: 128, in: 20..<22)
    #expect(
      lines(other) == [
        "moved-packets: 2 packets of video 0 are 10.0 ms later from 0.810 s to 0.850 s"
      ])
  }

  @Test func framesOfAnotherRateDoNotCorrespond() {
    var other = media
    other.packets[0] = Synthetic.packets(
      (0..<150).map { $0 * 427 }, of: media.tracks[0], lasting: 427)
    let comparison = media.compared(with: other)
    #expect(comparison.differences.map(\.kind).contains(.frameRate))
    let packets = comparison.tracks[0].packets
    #expect(packets?.corresponds == false && packets?.differences.isEmpty == true)
    #expect(comparison.differences.count { $0.kind == .timestamps } == 1)
  }

  @Test func tracksCorrespondByKindLanguageAndCodec() {
    var one = media
    var german = Synthetic.audio(index: 2)
    german.language = "deu"
    one.tracks[1].language = "eng"
    one.tracks.append(german)
    one.packets.append(
      one.packets[1].map { packet in
        var packet = packet
        packet.track = 2
        return packet
      })
    var other = one
    other.tracks[1].language = "deu"
    other.tracks[2].language = "eng"
    let swapped = one.compared(with: other)
    #expect(swapped.tracks.map(\.other) == [0, 2, 1])
    #expect(swapped.differences.map(\.kind) == [.trackOrder])
    let missing = one.compared(with: media).differences
    #expect(missing.map(\.kind).contains(.tracks))
    #expect(missing.contains { $0.sentence == "audio 2 (flac, deu) is missing" })
  }

  /// The sizes of another container's packets may all be different.
  @Test func aTrackWithEqualSizesShowsTheShiftOfTheOthers() {
    var other = media
    other.packets[0].removeFirst(50)
    other.packets[1].removeFirst(94)
    other.delay(0, by: -50 * 512)
    other.delay(1, by: -2 * 48_000)
    for index in other.packets[0].indices { other.packets[0][index].byteCount += 3 + index % 7 }
    let found = lines(other)
    #expect(found.contains { $0.hasPrefix("start: all tracks run 2000.0 ms earlier") })
    #expect(!found.contains { $0.hasPrefix("shift") })
  }

  /// A report may list any number of tracks.
  @Test func manyTracksAreMatchedInOneStepEach() {
    let tracks = (0..<20_000).map { Synthetic.audio(index: $0) }
    let matching = TrackMatching(tracks, tracks.reversed())
    #expect(matching.pairs.count == 20_000 && matching.missing.isEmpty && matching.added.isEmpty)
    #expect(matching.pairs.allSatisfy { $0.one == $0.other })
  }

  @Test func findingsAreNewGoneOrTheSame() {
    var (one, other) = (media, media)
    one.packets[0].removeSubrange(50..<60)
    other.packets[0].removeSubrange(70..<80)
    other.packets[1].removeSubrange(100..<110)
    let comparison = one.compared(with: other)
    #expect(comparison.sameFindings.map(\.kind) == [.gap])
    #expect(comparison.newFindings.map(\.track) == [1] && comparison.goneFindings.isEmpty)
    #expect(other.compared(with: one).goneFindings.map(\.track) == [1])
  }

  @Test func ignoredKindsDoNotCount() {
    var other = media
    other.tracks[0].codec = "hevc"
    other.tracks[0].width = 320
    #expect(media.compared(with: other).differences.map(\.kind) == [.codec])
    #expect(media.compared(with: other, ignoring: [.codec]).isSame)
  }

  @Test func reportsAloneAreComparedWithoutPackets() throws {
    var other = media
    other.packets[1].removeLast()
    let comparison = media.compared(with: other, ignoring: [.duration])
    #expect(comparison.differences.map(\.kind) == [.missingPackets])
    let packets = Synthetic.report(media.tracks, media.packets.flatMap { $0 })
    let fewer = Synthetic.report(other.tracks, other.packets.flatMap { $0 })
    let reports = TimingComparison(packets, fewer)
    #expect(reports.tracks.allSatisfy { $0.packets == nil })
    #expect(reports.differences.map(\.kind) == [.packetCount])
    #expect(reports.differences.first?.sentence == "audio 1: 234 → 233")
  }
}
