import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Findings on the structure of a container: index, programs, edit lists, keyframes.
@Suite struct StructureTests {
  private let video = Synthetic.video()
  private let audio = Synthetic.audio()

  private func report(
    _ tracks: [MediaTrack], _ packets: [PacketTiming], _ change: (inout HeaderDeclarations) -> Void
  ) -> TimingReport {
    var meter = TimingMeter(info: Synthetic.info(tracks))
    for packet in packets { meter.add(packet) }
    var declarations = HeaderDeclarations()
    change(&declarations)
    meter.setDeclarations(declarations)
    return meter.report(ending: .endOfMedia)
  }

  private var packets: [PacketTiming] {
    Synthetic.packets(Synthetic.frames(25), of: video, lasting: 512)
      + Synthetic.packets(Synthetic.samples(47), of: audio, lasting: 1_024)
  }

  @Test func aMissingIndexIsFound() {
    let found = report([video, audio], packets) { $0.isIndexMissing = true }
    #expect(Synthetic.kinds(found) == [.missingIndex] && found.findings[0].severity == .warning)
  }

  @Test func aTruncatedFileIsNotAlsoReportedWithoutIndex() {
    var track = video
    track.declaredPacketCount = 50
    let found = report([track, audio], packets) { $0.isIndexMissing = true }
    #expect(Synthetic.kinds(found).contains(.truncated))
    #expect(!Synthetic.kinds(found).contains(.missingIndex))
  }

  @Test func severalProgramsAreANoteAndTheirTracksAreNotCompared() {
    let late = Synthetic.packets(
      Synthetic.samples(47).map { $0 + 48_000 }, of: audio, lasting: 1_024)
    let frames = Synthetic.packets(Synthetic.frames(25), of: video, lasting: 512)
    let found = report([video, audio], frames + late) {
      $0.programs = [MediaProgram(number: 7, tracks: [0]), MediaProgram(number: 9, tracks: [1])]
    }
    #expect(Synthetic.kinds(found).contains(.severalPrograms) && found.pairs.isEmpty)
    #expect(found.findings.map(\.sentence).contains { $0.contains("7 (tracks 0), 9 (tracks 1)") })
    let one = report([video, audio], packets) {
      $0.programs = [MediaProgram(number: 1, tracks: [0, 1])]
    }
    #expect(one.findings.isEmpty && one.pairs.count == 1)
    let empty = report([video, audio], packets) {
      $0.programs = [MediaProgram(number: 1, tracks: [0, 1]), MediaProgram(number: 2, tracks: [])]
    }
    #expect(empty.findings.isEmpty)
  }

  @Test func anEditListThatShiftsATrackIsANote() {
    let delayed = report([video, audio], packets) {
      $0.edits = [TrackEdit(track: 1, delay: .milliseconds(500), trimmedStart: .zero)]
    }
    #expect(Synthetic.kinds(delayed) == [.editList] && delayed.findings[0].track == 1)
    #expect(delayed.findings[0].sentence.contains("by 500.0 ms"))
    let cut = report([video, audio], packets) {
      $0.edits = [
        TrackEdit(track: 0, delay: .zero, trimmedStart: .seconds(2)),
        TrackEdit(track: 1, delay: .zero, trimmedStart: .seconds(3)),
      ]
    }
    #expect(Synthetic.kinds(cut) == [.editList] && cut.findings[0].track == 1)
  }

  @Test func anEditListThatCutsPrimingOrAllTracksAlikeGivesNoNote() {
    let healthy = report([video, audio], packets) {
      $0.edits = [
        TrackEdit(track: 0, delay: .milliseconds(21), trimmedStart: .milliseconds(300)),
        TrackEdit(track: 1, delay: .zero, trimmedStart: .milliseconds(383)),
      ]
    }
    #expect(healthy.findings.isEmpty)
  }

  @Test(arguments: [(700, false), (750, false), (751, true), (1_500, true)])
  func moreThanThirtySecondsWithoutAKeyframeIsANote(distance: Int, isFound: Bool) throws {
    let frames = Synthetic.packets(
      Synthetic.frames(2 * distance), of: video, lasting: 512, keyframeEvery: distance)
    let found = report([video], frames) { _ in }
    #expect(Synthetic.kinds(found) == (isFound ? [.keyframeDistance] : []))
    #expect(found.tracks[0].longestWithoutKeyframe?.length == Int64(distance) * 512)
  }

  @Test func aSingleKeyframeIsFoundAtTheEnd() {
    let frames = Synthetic.packets(
      Synthetic.frames(1_000), of: video, lasting: 512, keyframeEvery: 10_000)
    let found = report([video], frames) { _ in }
    #expect(Synthetic.kinds(found) == [.keyframeDistance] && found.findings[0].time == .zero)
  }
}
