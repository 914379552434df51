import Foundation
import PlayheadMedia
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// A report that was encoded and decoded is the same report.
@Suite struct TimingReportCodingTests {
  private func encoded(_ report: TimingReport) throws -> Data { try JSONEncoder().encode(report) }

  private func decoded(_ report: TimingReport) throws -> TimingReport {
    try JSONDecoder().decode(TimingReport.self, from: encoded(report))
  }

  private var report: TimingReport {
    let (video, audio) = (Synthetic.video(), Synthetic.audio())
    let frames = Synthetic.packets(
      Synthetic.frames(120) + (140..<200).map { $0 * 512 }, of: video, lasting: 512)
    // Timestamps that are not those of a constant rate: the drift has many digits.
    let samples = Synthetic.packets(
      (0..<300).map { $0 * 1_024 + $0 / 7 }, of: audio, lasting: 1_024)
    return Synthetic.report([video, audio], frames, samples, declared: .seconds(9))
  }

  @Test func aDecodedReportEqualsTheOriginal() throws {
    #expect(report.findings.count > 1 && report.tracks[0].gaps.total == 1)
    let decoded = try decoded(report)
    #expect(decoded == report)
    #expect(decoded.findings == report.findings)
  }

  @Test func allThatAReportCanContainIsDecoded() throws {
    var report = report
    report.method = .index
    report.ending = .failed(MediaError(.read, of: "a", reason: .damaged, code: 3, detail: "x"))
    report.declarations.edits = [TrackEdit(track: 0, delay: .seconds(1), trimmedStart: .zero)]
    report.declarations.programs = [MediaProgram(number: 1, tracks: [0, 1], name: "one")]
    report.declarations.isIndexMissing = true
    report.discontinuities = [
      ClockDiscontinuity(
        time: .seconds(1), clockBefore: .seconds(2), clockAfter: .seconds(3), byteOffset: 4,
        lastByteOffset: 5)
    ]
    report.framing = Framing()
    report.framing?.missingByteCount = 12
    report.info.tags = [MediaTag(key: "title", value: "a"), MediaTag(key: "title", value: "b")]
    report.info.chapters = [Chapter(start: .zero, end: .seconds(1), title: nil)]
    report.info.artworks = [Artwork(track: 2, mediaType: nil, bytes: [1, 2, 3, 255])]
    report.info.chosenTracks = [1]
    report.tracks[0].packetByteCounts = 3...9
    report.tracks[0].decoding = DecodingReport()
    report.tracks[0].decoding?.frameCount = 12
    report.tracks[0].decoding?.concealed.append(TrackInterval(ticks: 512))
    report.limits[.gap, .audio] = [.init(.note, .init(0...0.0405, .seconds))]
    report.limits[.join] = []
    report.tracks[0].track.profile = "High"
    report.tracks[0].track.level = 41
    report.tracks[0].track.channelLayout = "5.1"
    report.tracks[0].track.sampleFormat = "fltp"
    report.tracks[0].track.picture = picture
    report.segmentLists = segmentLists
    #expect(try decoded(report) == report)
  }

  private var picture: PictureFormat {
    var picture = PictureFormat()
    picture.pixelFormat = "yuv420p10le"
    picture.fieldOrder = .topFirst
    picture.sampleAspectRatio = "4:3"
    picture.colorTransfer = "smpte2084"
    picture.masteringDisplay = PictureFormat.MasteringDisplay()
    picture.masteringDisplay?.primaries = [[0.7, 0.3], [0.2, 0.8], [0.1, 0.1]]
    picture.contentLight = PictureFormat.ContentLight(greatest: 1_000, greatestFrameAverage: 400)
    picture.dolbyVision = PictureFormat.DolbyVision(
      profile: 8, level: 6, compatibility: 1, hasEnhancementLayer: false)
    return picture
  }

  private var segmentLists: [SegmentList] {
    var list = SegmentList(name: "a.m3u8", role: .audio)
    list.targetDuration = 6
    list.representation = SegmentList.DASHRepresentation(
      period: 0, isOnlyPeriod: true, start: .zero, duration: .seconds(9))
    list.invalid = ["EXTINF"]
    var segment = SegmentList.Segment(
      number: 3, part: SegmentPart(location: "a.ts", range: 5..<10), duration: .seconds(2),
      rounding: .milliseconds(1))
    segment.measured = .tracks([
      SegmentTrack(
        kind: .audio, timebase: Timebase(1, 90_000), start: 0, end: 9, beginsWithKeyframe: true)
    ])
    var missing = segment
    missing.measured = .failed("it is missing")
    list.segments = [segment, missing]
    return [list]
  }

  @Test func aTrackWithoutPacketsIsDecoded() throws {
    let report = Synthetic.report([Synthetic.video()], ending: .interrupted)
    #expect(try decoded(report) == report)
  }

  @Test func aReportWithoutTheDetailsKeepsItsFindings() throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: encoded(report)) as? [String: Any])
    for key in ["media", "failure", "framing", "index_missing", "segment_lists"] {
      object[key] = nil
    }
    object["file"] = "a.mp4"
    let decoded = try JSONDecoder().decode(
      TimingReport.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(decoded.info.name == "a.mp4" && decoded.info.container == "test")
    #expect(decoded.findings == report.findings)
    #expect(try self.decoded(decoded) == decoded)
  }

  /// Numbers of hostile files of JSON: each is refused, or findings and texts can be derived from it.
  @Test func extremeNumbersNeverTrap() throws {
    let track = Synthetic.video()
    let frames = Synthetic.packets([0, 512, 512, 2_048, 900], of: track, lasting: 512)
    var report = Synthetic.report([track], frames, declared: .seconds(9))
    report.tracks[0].packetByteCounts = 3...9
    report.segmentLists = segmentLists
    let text = String(decoding: try encoded(report), as: UTF8.self)
    let numbers = text.matches(of: /[:,\[]-?[0-9]+(\.[0-9e-]+)?/)
    for match in numbers {
      for other in ["-1", "9223372036854775807", "-9223372036854775808", "1e308"] {
        let changed = text.replacingCharacters(
          in: match.range, with: text[match.range].prefix(1) + other)
        let report = try? JSONDecoder().decode(TimingReport.self, from: Data(changed.utf8))
        guard let report else { continue }
        _ = report.findings
        if let start = report.start, let end = report.end {
          for track in report.tracks { _ = track.activity.parts(64, from: start, to: end) }
        }
      }
    }
  }
}
