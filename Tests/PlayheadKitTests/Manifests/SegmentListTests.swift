import Foundation
import PlayheadKit
import PlayheadTestEnvironment
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
    #expect(!report.findings.contains { $0.kind == .interleaving })
    #expect(report.greatestInterleavingDistance == .zero)
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

  /// Reports on a playlist of segments from the fixture `ts`.
  private func report(
    _ lines: [String], target: Int = 2, isEnded: Bool = true, adding files: [String: Data] = [:]
  ) throws -> TimingReport {
    let folder = try TemporaryDirectory()
    for number in 0...2 {
      try folder.write(segment(number), to: "0-\(number).ts")
    }
    for (name, data) in files { try folder.write(data, to: name) }
    let head = ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:\(target)"]
    let text = (head + lines + (isEnded ? ["#EXT-X-ENDLIST"] : [])).joined(separator: "\n")
    return try TimingReport(of: folder.write(Data(text.utf8), to: "main.m3u8"))
  }

  private func segment(_ number: Int) throws -> Data {
    let path = Repository.path("Tests/Fixtures/media/hls/ts/0-\(number).ts")
    return try Data(contentsOf: URL(filePath: path))
  }

  private let listed = (0...2).map { ["#EXTINF:2.000000,", "0-\($0).ts"] }

  @Test func aSegmentThatDoesNotStartWithAKeyframeIsReported() throws {
    let folder = try TemporaryDirectory()
    let source = Repository.path("Tests/Fixtures/media/hls/mp4")
    var movie = try Data(contentsOf: URL(filePath: "\(source)/0.mp4"))
    // In the second segment, the flags of the first sample, and the type of its NAL unit.
    let second = 5_189..<8_938
    let flags = try #require(movie.range(of: Data("trun".utf8), in: second)).lowerBound + 16
    movie.replaceSubrange(flags..<flags + 4, with: [1, 1, 0, 0])
    movie[try #require(movie.range(of: Data("mdat".utf8), in: second)).lowerBound + 8] = 0x61
    try folder.write(movie, to: "0.mp4")
    let list = try String(contentsOfFile: "\(source)/0.m3u8", encoding: .utf8)
    for (text, severity) in [
      (list, Finding.Severity.warning),
      (list.replacing("#EXTM3U", with: "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS"), .error),
    ] {
      let report = try TimingReport(of: folder.write(Data(text.utf8), to: "0.m3u8"))
      #expect(found(report).map(\.kind) == [.segmentKeyframe])
      #expect(found(report).first?.segments == [1] && found(report).first?.severity == severity)
    }
  }

  @Test func encryptedSegmentsAreNamedAndTheOthersMeasured() throws {
    let report = try report(
      listed[0] + [#"#EXT-X-KEY:METHOD=AES-128,URI="key.ts""#] + listed[1]
        + ["#EXT-X-KEY:METHOD=NONE"] + listed[2], adding: ["key.ts": Data(count: 16)])
    #expect(found(report).map(\.kind) == [.segmentEncrypted])
    #expect(found(report).first?.segments == [1] && found(report).first?.severity == .note)
    #expect(report.segmentLists[0].segments.map { $0.measured != nil } == [true, false, true])
  }

  @Test func aPlaylistWithoutAnEndIsReadOnceAndFromItsStart() throws {
    // FFmpeg starts live playlists at the third segment from the end.
    let report = try report(
      listed.flatMap(\.self) + ["#EXT-X-DISCONTINUITY"] + listed[0], target: 0, isEnded: false)
    #expect(report.ending == .endOfMedia && report.tracks[0].packetCount == 200)
    #expect(Set(found(report).map(\.kind)) == [.unendedPlaylist, .targetDuration])
    #expect(found(report).last?.severity == .note)
  }

  @Test func variantsAreNotComparedByTheirMediaSequenceNumbers() throws {
    let report = try report("ts", changing: "1.m3u8") {
      $0.replace("MEDIA-SEQUENCE:0", with: "MEDIA-SEQUENCE:7")
    }
    #expect(report.findings.map(\.sentence) == [])
  }

  /// FFmpeg would wait at the end of the shorter list, for each packet of the longer one.
  @Test(arguments: [0..<1, 1..<3, 2..<3])
  func twoLiveListsOfUnequalWindowsEnd(window: Range<Int>) throws {
    let folder = try TemporaryDirectory()
    for list in [0, 1] {
      let numbers = list == 0 ? 0..<3 : window
      let lines = numbers.flatMap { ["#EXTINF:2.000000,", "\(list)-\($0).ts"] }
      let head = [
        "#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)",
      ]
      _ = try folder.write(
        Data((head + lines).joined(separator: "\n").utf8), to: "\(list).m3u8")
      for number in numbers {
        let name = "\(list)-\(number).ts"
        let path = Repository.path("Tests/Fixtures/media/hls/ts/\(name)")
        _ = try folder.write(Data(contentsOf: URL(filePath: path)), to: name)
      }
    }
    let main =
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n0.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\n1.m3u8\n"
    let report = try TimingReport(of: folder.write(Data(main.utf8), to: "main.m3u8"))
    #expect(report.ending == .endOfMedia && report.declaredDuration == nil)
    #expect(report.findings.map(\.kind) == [.unendedPlaylist, .unendedPlaylist])
  }

  @Test func aDeclaredGapIsNoFinding() throws {
    let report = try report(listed[0] + ["#EXT-X-GAP", "#EXTINF:2.0,", "none.ts"] + listed[2])
    #expect(report.findings.map(\.sentence) == [])
    let undeclared = try self.report(listed[0] + listed[2])
    #expect(undeclared.findings.contains { $0.kind == .gap })
  }

  @Test func aPlaylistOfKeyframesIsNotJudgedAsContinuousMedia() throws {
    // The tables, and the packet of the keyframe that follows them.
    let lines = (0...2).flatMap {
      ["#EXTINF:2.000000,", "#EXT-X-BYTERANGE:2256@0", "0-\($0).ts"]
    }
    let report = try report(["#EXT-X-I-FRAMES-ONLY"] + lines)
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.segmentLists.first?.segments.count == 3)
  }

  @Test func timestampsMayStartAgainAtADiscontinuityOnly() throws {
    let declared = try report(listed[2] + ["#EXT-X-DISCONTINUITY"] + listed[0])
    #expect(found(declared).isEmpty)
    let undeclared = try report(listed[2] + listed[0])
    #expect(found(undeclared).map(\.kind) == [.segmentGap])
    #expect(found(undeclared).last?.segments == [1])
  }

  @Test func aSegmentWithoutAValidDurationIsAFindingAndNoGap() throws {
    for line in ["#EXTINF:none,", "#EXTINF:,", "#COMMENT"] {
      let report = try report(listed[0] + [line, "0-1.ts"] + listed[2])
      #expect(found(report).map(\.kind) == [.invalidPlaylist])
      #expect(found(report).first?.segments == [1])
      #expect(found(report).first?.sentence.contains("segment 1 has no valid EXTINF") == true)
    }
  }

  @Test func aTitleThatBeginsWithACombiningCharacterIsNoPartOfTheDuration() throws {
    let report = try report(listed[0] + ["#EXTINF:2.000000,\u{301}title", "0-1.ts"] + listed[2])
    #expect(found(report).isEmpty && report.segmentLists[0].segments.count == 3)
  }

  @Test func byteRangesFollowEachOtherInAFile() throws {
    let segments = try (0...2).map(segment)
    func lines(_ lengths: [Int]) -> [String] {
      lengths.enumerated().flatMap { index, length in
        ["#EXTINF:2.000000,", "#EXT-X-BYTERANGE:\(length)" + (index == 0 ? "@0" : ""), "all.ts"]
      }
    }
    let files = ["all.ts": segments.reduce(Data(), +)]
    let lengths = segments.map(\.count)
    let sound = try report(lines(lengths), adding: files)
    #expect(found(sound).isEmpty && sound.segmentLists[0].segments.count == 3)
    let beyond = try report(lines([lengths[0], lengths[1], lengths[2] + 188]), adding: files)
    let finding = try #require(found(beyond).first { $0.kind == .segmentUnreadable })
    #expect(finding.segments == [2])
  }

  /// The last packet of this file is 256 samples shorter than its sound, and the first one is priming.
  @Test(arguments: [("10.000000", true), ("10.005333", true), ("10.015000", false)])
  func soundMayBeDeclaredWithItsPadding(_ duration: String, _ isRight: Bool) throws {
    let report = try report(
      ["#EXTINF:\(duration),", "bf.m4a"], target: 10,
      adding: ["bf.m4a": Repository.sampleBytes("beepflash/bf.m4a")])
    #expect(found(report).map(\.kind) == (isRight ? [] : [.segmentDuration]))
  }
}
