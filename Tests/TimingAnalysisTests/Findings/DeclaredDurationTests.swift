import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Compares the duration that each header declares with the packets.
@Suite struct DeclaredDurationTests {
  private let video = Synthetic.video()
  private let audio = Synthetic.audio()

  /// Returns the report on ten seconds of video and audio whose headers declare these durations.
  private func report(_ durations: DeclaredDuration...) -> TimingReport {
    var meter = TimingMeter(info: Synthetic.info([video, audio]))
    let packets =
      Synthetic.packets(Synthetic.frames(250), of: video, lasting: 512)
      + Synthetic.packets(Synthetic.samples(468), of: audio, lasting: 1_024)
    for packet in packets { meter.add(packet) }
    var declarations = HeaderDeclarations()
    declarations.durations = durations
    meter.setDeclarations(declarations)
    return meter.report(ending: .endOfMedia)
  }

  private func mismatches(_ report: TimingReport) -> [String] {
    report.findings.filter { $0.kind == .durationMismatch }.map(\.sentence)
  }

  @Test func correctHeadersGiveNoFinding() {
    let right = report(
      DeclaredDuration(.movieHeader, .seconds(10)),
      DeclaredDuration(.trackHeader, track: 0, .seconds(10)),
      DeclaredDuration(.mediaHeader, track: 1, .milliseconds(12_500)),
      DeclaredDuration(.sampleTable, track: 1, .milliseconds(12_500)))
    #expect(mismatches(right).isEmpty)
    #expect(right.declared?.header == .movieHeader && right.declaredDuration == .seconds(10))
    #expect(right.tracks.map(\.declaredHeader) == [.trackHeader, nil])
  }

  @Test func theFirstHeaderOfATrackDeclaresItsDuration() {
    let fact = DeclaredDuration(.factChunk, track: 1, .milliseconds(10_020))
    #expect(report(fact).declared == fact)
    let data = DeclaredDuration(.dataChunk, track: 1, .seconds(10))
    #expect(report(data, fact).declared == data)
    #expect(report(DeclaredDuration(.mediaHeader, track: 0, .seconds(10))).declared == nil)
  }

  @Test func headersWithTheSameErrorShareAFinding() {
    let wrong = report(
      DeclaredDuration(.movieHeader, .seconds(15)),
      DeclaredDuration(.trackHeader, track: 0, .seconds(15)),
      DeclaredDuration(.trackHeader, track: 1, .seconds(15)))
    #expect(
      mismatches(wrong) == [
        "the movie header (mvhd) and 2 track headers (tkhd) declare 15.000 s, but the packets "
          + "last 10.000 s: 5.000 s too long"
      ])
    #expect(wrong.findings.first { $0.kind == .durationMismatch }?.track == nil)
  }

  @Test(arguments: [
    DeclaredDuration.Header.trackHeader, .streamHeader, .dataChunk, .factChunk, .streamInfo, .xing,
    .vbri,
  ])
  func oneWrongHeaderIsNamedWithItsTrack(header: DeclaredDuration.Header) throws {
    let wrong = report(
      DeclaredDuration(header, track: 0, .milliseconds(9_500)),
      DeclaredDuration(header, track: 1, .seconds(10)))
    let finding = try #require(wrong.findings.first { $0.kind == .durationMismatch })
    #expect(finding.track == 0 && finding.severity == .warning)
    #expect(finding.sentence.contains(header.rawValue))
    #expect(
      finding.sentence.hasSuffix(
        "declares 9.500 s, but the packets last 10.000 s: 0.500 s too short"))
  }

  /// A media header includes media that an edit list leaves out, so it is compared with the sample
  /// table instead of the packets.
  @Test func aMediaHeaderIsComparedWithItsSampleTable() {
    let wrong = report(
      DeclaredDuration(.mediaHeader, track: 0, .seconds(15)),
      DeclaredDuration(.sampleTable, track: 0, .seconds(12)))
    #expect(
      mismatches(wrong) == [
        "the media header (mdhd) declares 15.000 s, but the packets last 12.000 s: "
          + "3.000 s too long"
      ])
    #expect(mismatches(report(DeclaredDuration(.mediaHeader, track: 0, .seconds(15)))).isEmpty)
  }

  /// Writers differ in how long they present the last picture of a slide show.
  @Test func theLastFramesDurationGivesNoMismatch() {
    var meter = TimingMeter(info: Synthetic.info([video]))
    let times = (0..<20).map { Int64($0) * 5 * 12_800 }
    for packet in Synthetic.packets(times, of: video, lasting: 512) { meter.add(packet) }
    var declarations = HeaderDeclarations()
    declarations.durations = [
      DeclaredDuration(.movieHeader, .seconds(100)),
      DeclaredDuration(.mediaHeader, track: 0, .seconds(100)),
      DeclaredDuration(.sampleTable, track: 0, .seconds(95)),
    ]
    meter.setDeclarations(declarations)
    #expect(mismatches(meter.report(ending: .endOfMedia)).isEmpty)
  }

  /// If presentation begins late, some writers count from zero, others from the first packet.
  @Test(arguments: [10, 13, 12]) func aDurationMayCountFromZero(seconds: Int64) {
    let late = (0..<250).map { Int64($0) * 512 + 3 * 12_800 }
    var meter = TimingMeter(info: Synthetic.info([video]))
    for packet in Synthetic.packets(late, of: video, lasting: 512) { meter.add(packet) }
    var declarations = HeaderDeclarations()
    declarations.durations = [DeclaredDuration(.segmentDuration, .seconds(seconds))]
    meter.setDeclarations(declarations)
    #expect(mismatches(meter.report(ending: .endOfMedia)).isEmpty == (seconds != 12))
  }

  /// A header may declare the duration of the longest track, even if that is not played.
  @Test func aDurationMayIncludeSubtitles() {
    var subtitles = MediaTrack(index: 1, kind: .subtitle, timebase: Timebase(1, 1_000))
    subtitles.codec = "subrip"
    var meter = TimingMeter(info: Synthetic.info([video, subtitles]))
    for packet in Synthetic.packets(Synthetic.frames(250), of: video, lasting: 512)
      + Synthetic.packets([14_000], of: subtitles, lasting: 1_000)
    { meter.add(packet) }
    var declarations = HeaderDeclarations()
    declarations.durations = [DeclaredDuration(.segmentDuration, .seconds(15))]
    meter.setDeclarations(declarations)
    #expect(mismatches(meter.report(ending: .endOfMedia)).isEmpty)
  }
}
