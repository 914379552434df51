import PlayheadTimekeeping
import Testing

@testable import PlayheadAlignment

@Suite struct AligningFilterTests {
  private func relation(_ parts: [SoundAlignment.Part], drift: Double = 0)
    -> SoundAlignment.Relation
  {
    SoundAlignment.Relation(
      offset: parts[0].offset, offsetUncertainty: .zero, drift: drift, driftUncertainty: 0,
      isInverted: false, comparisons: [], parts: parts)
  }

  private func part(_ start: Double, _ end: Double, other: Double) -> SoundAlignment.Part {
    SoundAlignment.Part(
      start: MediaTime(nearest: start), end: MediaTime(nearest: end),
      otherStart: MediaTime(nearest: other), otherEnd: MediaTime(nearest: other + end - start),
      offset: MediaTime(nearest: start - other))
  }

  private func filter(_ relation: SoundAlignment.Relation) -> String {
    AligningFilter(relation, sampleRate: 48_000, track: 1).text
  }

  @Test func aRecordingThatStartsLaterIsDelayed() {
    #expect(
      filter(relation([part(2, 10, other: 0)]))
        == "[0:1]aresample=async=1:min_hard_comp=0.001:first_pts=0,atrim=start_sample=0,asetpts=N/SR/TB,adelay=delays=96000S:all=1[aligned]"
    )
  }

  /// libavformat dates short blocks of Vorbis up to 10 ms too late.
  @Test func timestampsWithoutGapsChangeNothing() {
    let relation = relation([part(2, 10, other: 0)])
    let text = AligningFilter(relation, sampleRate: 48_000, track: 1, hasGaps: false).text
    #expect(text.hasPrefix("[0:1]aresample=async=1:first_pts=0,atrim="))
  }

  @Test func aRecordingThatStartsEarlierIsCut() {
    #expect(
      filter(relation([part(0, 10, other: 2)])).hasSuffix(
        ",atrim=start_sample=96000,asetpts=N/SR/TB,anull[aligned]"))
  }

  @Test func lostSoundBecomesSilenceAndDoubledSoundIsCut() {
    let parts = [part(0, 1, other: 0), part(1.5, 3, other: 1), part(3, 5, other: 2.75)]
    #expect(
      filter(relation(parts))
        == """
        [0:1]aresample=async=1:min_hard_comp=0.001:first_pts=0,asplit=3[c0][c1][c2];\
        [c0]atrim=start_sample=0:end_sample=48000,asetpts=N/SR/TB,apad=whole_len=72000[p0];\
        [c1]atrim=start_sample=48000:end_sample=120000,asetpts=N/SR/TB,apad=whole_len=72000[p1];\
        [c2]atrim=start_sample=132000,asetpts=N/SR/TB[p2];\
        [p0][p1][p2]concat=n=3:v=0:a=1,anull[aligned]
        """)
  }
}
