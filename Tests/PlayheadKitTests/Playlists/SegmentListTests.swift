import Foundation
import PlayheadKit
import TestEnvironment
import Testing

/// Reports on HLS playlists: sound ones, and the same with one fault each.
@Suite struct SegmentListTests {
  /// Copies the playlists of a fixture, with a change to the text of one of them.
  private func report(
    _ fixture: String, _ main: String = "main.m3u8", changing file: String = "",
    _ change: (inout String) throws -> Void = { _ in }
  ) throws -> TimingReport {
    let folder = try TemporaryDirectory()
    let source = Repository.path("Tests/Fixtures/media/hls/\(fixture)")
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: folder.path(name))
    }
    if !file.isEmpty {
      var text = try String(contentsOfFile: folder.path(file), encoding: .utf8)
      let before = text
      try change(&text)
      #expect(text != before)
      try text.write(toFile: folder.path(file), atomically: true, encoding: .utf8)
    }
    return try TimingReport(of: folder.path(main))
  }

  /// The findings about segments.
  private func found(_ report: TimingReport) -> [Finding] {
    report.findings.filter { $0.playlist != nil }
  }

  @Test(arguments: ["ts", "mp4"])
  func aSoundPlaylistHasNoFindingsAboutSegments(fixture: String) throws {
    let report = try report(fixture)
    #expect(found(report).isEmpty)
    #expect(report.segmentLists.count == 2)
    #expect(report.segmentLists[0].segments.count >= 3)
    let measured = report.segmentLists.flatMap(\.segments).compactMap(\.measured)
    #expect(
      measured.allSatisfy { if case .tracks(let tracks) = $0 { !tracks.isEmpty } else { false } })
  }

  @Test func aWrongEXTINFIsReportedToTheTick() throws {
    let report = try report("ts", changing: "0.m3u8") { text in
      let place = try #require(text.ranges(of: "2.000000").dropFirst().first)
      text.replaceSubrange(place, with: "2.000100")
    }
    let finding = try #require(found(report).first)
    #expect(finding.kind == .segmentDuration && finding.segments == [1])
    #expect(finding.sentence.contains("2.000100 s declared, 2.000000 s measured"))
    #expect(found(report).count == 1)
  }

  @Test func aSegmentLongerThanTheTargetDurationIsReported() throws {
    let report = try report("ts", changing: "1.m3u8") {
      $0.replace("TARGETDURATION:2", with: "TARGETDURATION:1")
    }
    #expect(found(report).map(\.kind) == [.targetDuration])
    #expect(found(report).first?.segments == [0, 1, 2])
  }

  @Test func aMissingSegmentIsAGapAndBreaksTheAlignmentOfVariants() throws {
    let report = try report("ts", changing: "1.m3u8") {
      $0.replace("#EXTINF:2.000000,\n1-1.ts\n", with: "")
    }
    #expect(Set(found(report).map(\.kind)) == [.segmentGap, .variantAlignment])
    #expect(found(report).first { $0.kind == .segmentGap }?.segments == [1])
  }

  @Test func aDeclaredDiscontinuityExcusesAGapAndIsNeedlessWithoutOne() throws {
    let excused = try report("ts", "0.m3u8", changing: "0.m3u8") {
      $0.replace("0-1.ts\n#EXTINF:2.000000,\n", with: "")
      $0.replace("#EXTINF:2.000000,\n0-2.ts", with: "#EXT-X-DISCONTINUITY\n#EXTINF:2.0,\n0-2.ts")
      $0.replace("#EXTINF:2.000000,\n0-1.ts\n", with: "")
    }
    #expect(!found(excused).contains { $0.kind == .segmentGap })
    let needless = try report("ts", "0.m3u8", changing: "0.m3u8") {
      $0.replace("#EXTINF:2.000000,\n0-1.ts", with: "#EXT-X-DISCONTINUITY\n#EXTINF:2.0,\n0-1.ts")
    }
    #expect(found(needless).map(\.kind) == [.needlessDiscontinuity])
    #expect(found(needless).first?.segments == [1])
  }

  @Test func missingAndForbiddenSegmentsAreReportedWithTheirNumbers() throws {
    let missing = try report("ts", "0.m3u8", changing: "0.m3u8") {
      $0.replace("0-2.ts", with: "none.ts")
    }
    let finding = try #require(found(missing).first { $0.kind == .segmentUnreadable })
    #expect(finding.segments == [2] && finding.sentence.contains("No such file"))
  }
}
