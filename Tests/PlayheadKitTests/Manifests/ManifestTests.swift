import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Reports on DASH manifests: a sound one, and the same with one fault each.
@Suite struct ManifestTests {
  private static let video = """
    <SegmentTemplate timescale="12800" presentationTimeOffset="1024" startNumber="0"
      initialization="$RepresentationID$-init.mp4" media="$RepresentationID$-$Number%03d$.m4s">
      <SegmentTimeline><S t="1024" d="25600" r="2"/></SegmentTimeline>
    </SegmentTemplate>
    """
  private static let audio = """
    <SegmentTemplate timescale="48000" presentationTimeOffset="3808" startNumber="0"
      initialization="$RepresentationID$-init.mp4" media="$RepresentationID$-$Number%03d$.m4s">
      <SegmentTimeline><S t="3808" d="95232"/><S d="96256" r="1"/><S d="1000"/></SegmentTimeline>
    </SegmentTemplate>
    """

  private static func manifest(video: String = video, audio: String = audio) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT6S">
      <Period>
        <AdaptationSet contentType="video" segmentAlignment="true" startWithSAP="1">
          <Representation id="v0" bandwidth="40000" mimeType="video/mp4">\(video)</Representation>
          <Representation id="v1" bandwidth="20000" mimeType="video/mp4">\(Self.video)</Representation>
        </AdaptationSet>
        <AdaptationSet contentType="audio">
          <Representation id="a0" bandwidth="26400" mimeType="audio/mp4">\(audio)</Representation>
        </AdaptationSet>
      </Period>
    </MPD>
    """
  }

  /// Writes a part of a fixture to a file.
  private func copy(_ file: String, _ range: Range<Int>, to path: String) throws {
    let data = try Data(
      contentsOf: URL(filePath: Repository.path("Tests/Fixtures/media/hls/mp4/\(file)")))
    try data.subdata(in: range).write(to: URL(filePath: path))
  }

  /// Makes a directory with the segments as single files.
  private func media() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let video = [0..<846, 846..<5_189, 5_189..<8_938, 8_938..<12_989]
    let audio = [0..<777, 777..<7_219, 7_219..<13_847, 13_847..<20_481, 20_481..<20_646]
    for (id, file, ranges) in [
      ("v0", "0.mp4", video), ("v1", "0.mp4", video), ("a0", "1.mp4", audio),
    ] {
      for (index, range) in ranges.enumerated() {
        let name = index == 0 ? "\(id)-init.mp4" : "\(id)-00\(index - 1).m4s"
        try copy(file, range, to: folder.path(name))
      }
    }
    return folder
  }

  private func report(
    _ manifest: String, in folder: TemporaryDirectory? = nil
  ) throws -> TimingReport {
    let folder = try folder ?? media()
    return try TimingReport(of: folder.write(Data(manifest.utf8), to: "main.mpd"))
  }

  private func found(_ report: TimingReport) -> [Finding] {
    report.findings.filter { $0.playlist != nil }
  }

  @Test func aSoundManifestHasNoFindings() throws {
    let report = try report(Self.manifest())
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.info.container == "dash" && report.ending == .endOfMedia)
    #expect(report.segmentLists.map(\.segments.count) == [3, 3, 4])
    #expect(report.tracks.map(\.track.kind) == [.video, .video, .audio])
    #expect(report.tracks.map(\.packetCount).prefix(2) == [150, 150])
    #expect(report.start?.seconds == 0)
  }

  @Test func aWrongSegmentTimelineIsReportedToTheTick() throws {
    let video = Self.video.replacing(
      #"d="25600" r="2""#, with: #"d="25600"/><S d="25601"/><S t="52224" d="25600""#)
    let findings = try found(report(Self.manifest(video: video)))
    #expect(findings.map(\.kind) == [.segmentDuration])
    #expect(findings.first?.segments == [1] && findings.first?.playlist == "Representation v0")
    #expect(
      findings.first?.sentence.contains(
        "SegmentTimeline of segment 1 is wrong: 2.000078 s declared, 2.000000 s measured") == true)
  }

  @Test func aWrongStartIsReported() throws {
    let video = Self.video.replacing(
      #"d="25600" r="2""#, with: #"d="25600"/><S t="26625" d="25600"/><S t="52224" d="25600""#)
    let findings = try found(report(Self.manifest(video: video)))
    #expect(findings.map(\.kind) == [.segmentStart] && findings.first?.segments == [1])
  }

  /// The second of three segments is missing, and a SegmentTimeline declares none there.
  @Test func aDeclaredGapIsNoError() throws {
    let folder = try media()
    for id in ["v0", "v1"] {
      try FileManager.default.removeItem(atPath: folder.path("\(id)-001.m4s"))
      try FileManager.default.moveItem(
        atPath: folder.path("\(id)-002.m4s"), toPath: folder.path("\(id)-001.m4s"))
    }
    func report(_ timeline: String) throws -> TimingReport {
      let video = Self.video.replacing(#"<S t="1024" d="25600" r="2"/>"#, with: timeline)
      let manifest = Self.manifest().replacing(Self.video, with: video)
      return try self.report(manifest, in: folder)
    }
    let declared = try report(#"<S t="1024" d="25600"/><S t="52224" d="25600"/>"#)
    #expect(declared.findings.filter { $0.severity == .error }.map(\.sentence) == [])
    #expect(declared.tracks[0].packetCount == 100)
    let hidden = try report(#"<S t="1024" d="51200"/><S d="25600"/>"#)
    #expect(hidden.findings.contains { $0.kind == .gap })
  }

  @Test func aNominalDurationAllowsAudioToEndWithAWholePacket() throws {
    func nominal(_ template: String, _ duration: Int) -> String {
      var lines = template.split(separator: "\n").map(String.init)
      lines.remove(at: 2)
      return lines.joined(separator: "\n").replacing(
        "startNumber", with: "duration=\"\(duration)\" startNumber")
    }
    let sound = try report(
      Self.manifest(video: nominal(Self.video, 25_600), audio: nominal(Self.audio, 96_256)))
    #expect(found(sound).filter { $0.kind != .earlyEnd }.map(\.sentence) == [])
    let wrong = try report(Self.manifest(video: nominal(Self.video, 64_000)))
    #expect(
      found(wrong).contains { $0.kind == .segmentDuration && $0.sentence.contains("@duration") })
  }

  @Test func segmentsMayDifferFromANominalDurationByHalfOfIt() throws {
    func template(_ duration: Int) -> String {
      """
      <SegmentTemplate timescale="12800" presentationTimeOffset="1024" startNumber="0" endNumber="2"
        duration="\(duration)" initialization="$RepresentationID$-init.mp4"
        media="$RepresentationID$-$Number%03d$.m4s"/>
      """
    }
    for (duration, isWrong) in [(24_000, false), (28_000, false), (17_000, true), (52_000, true)] {
      let findings = try found(report(Self.manifest(video: template(duration))))
      let ofDurations = findings.filter { $0.kind == .segmentDuration }
      #expect(ofDurations.isEmpty == !isWrong, "\(duration)")
    }
  }

  /// Periods may show parts of the same media, as around inserted advertisements.
  @Test(arguments: [[0, 2, 6], [0, 3, 6], [0, 1, 5, 6], [2, 4, 6]])
  func segmentsOutsideThePeriodAreNotRead(ends: [Int]) throws {
    let periods = zip(ends, ends.dropFirst()).map { start, end in
      let video = Self.video.replacing(
        "\"1024\" startNumber", with: "\"\(start * 12_800 + 1_024)\" startNumber")
      let audio = Self.audio.replacing(
        "\"3808\" startNumber", with: "\"\(start * 48_000 + 3_808)\" startNumber")
      let manifest = Self.manifest(video: video, audio: audio)
      return manifest.split(separator: "\n").dropFirst(2).dropLast()
        .joined(separator: "\n")
        .replacing("<Period>", with: "<Period duration=\"PT\(end - start)S\">")
        .replacing(Self.video, with: video)
    }
    let length = ends[ends.count - 1] - ends[0]
    let head = "<MPD type=\"static\" mediaPresentationDuration=\"PT\(length)S\">"
    let report = try report(head + periods.joined() + "</MPD>")
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.tracks.map(\.packetCount).prefix(1).allSatisfy { $0 >= length * 25 })
    #expect(report.duration.map { abs($0.seconds - Double(length)) < 0.1 } == true)
  }

  /// The media of a track may end before the Period, whose duration is that of the longest track.
  @Test(arguments: [("PT6.021S", true), ("PT6.9S", true), ("PT7.5S", false)])
  func theLastOfSegmentsThatAreNotListedNeedNotExist(length: String, isAllowed: Bool) throws {
    let video = """
      <SegmentTemplate timescale="12800" presentationTimeOffset="1024" startNumber="0"
        duration="25600" initialization="$RepresentationID$-init.mp4"
        media="$RepresentationID$-$Number%03d$.m4s"/>
      """
    let manifest = Self.manifest(video: video).replacing("PT6S", with: length)
    let kinds = try found(report(manifest)).map(\.kind)
    #expect(kinds.contains(.segmentUnreadable) == !isAllowed)
  }

  @Test func anInvalidNumberIsAFindingOrAnError() throws {
    let video = Self.video.replacing("startNumber=\"0\"", with: "startNumber=\"-1\"")
    let findings = try found(report(Self.manifest(video: video)))
    #expect(findings.map(\.kind) == [.invalidPlaylist] && findings.first?.severity == .error)
    #expect(findings.first?.sentence.contains("SegmentTemplate@startNumber") == true)
    let duration = Self.manifest().replacing("PT6S", with: "-PT6S")
    #expect(try found(report(duration)).map(\.kind) == [.invalidPlaylist])
    let none = "<SegmentTemplate timescale='0' media='$Number$' duration='2'/>"
    let folder = try TemporaryDirectory()
    let error = #expect(throws: MediaError.self) {
      try report(
        Self.manifest(video: none, audio: none).replacing(Self.video, with: none), in: folder)
    }
    #expect(error?.reason == .damaged)
    #expect(error?.description.contains("SegmentTemplate@timescale is invalid") == true)
  }

  @Test func aMissingSegmentIsReportedWithItsNumber() throws {
    let folder = try media()
    try FileManager.default.removeItem(atPath: folder.path("v0-001.m4s"))
    let findings = try found(report(Self.manifest(), in: folder))
    #expect(findings.map(\.kind) == [.segmentUnreadable] && findings.first?.segments == [1])
    #expect(findings.first?.sentence.contains("No such file") == true)
  }

  @Test func aSegmentWithoutAKeyframeAtItsStartIsReported() throws {
    let folder = try media()
    // The flags of the first sample in the run.
    var segment = try Data(contentsOf: URL(filePath: folder.path("v0-001.m4s")))
    let flags = try #require(segment.firstRange(of: Data("trun".utf8))).lowerBound + 16
    segment.replaceSubrange(flags..<flags + 4, with: [1, 1, 0, 0])
    // The type of the first NAL unit: a slice that is not IDR.
    let slice = try #require(segment.firstRange(of: Data("mdat".utf8))).lowerBound + 8
    segment[slice] = 0x61
    try folder.write(segment, to: "v0-001.m4s")
    let findings = try found(report(Self.manifest(), in: folder))
    #expect(findings.map(\.kind) == [.segmentKeyframe] && findings.first?.segments == [1])
    #expect(findings.first?.severity == .error)
  }

  @Test func representationsThatDifferAreReported() throws {
    let folder = try media()
    try FileManager.default.removeItem(atPath: folder.path("v1-001.m4s"))
    try FileManager.default.copyItem(
      atPath: folder.path("v1-002.m4s"), toPath: folder.path("v1-001.m4s"))
    let kinds = try Set(found(report(Self.manifest(), in: folder)).map(\.kind))
    #expect(kinds == [.segmentStart, .segmentGap, .variantAlignment])
  }

  @Test func earlyAudioIsReportedRelativeToThePeriod() throws {
    let audio = Self.audio.replacing(#"Offset="3808""#, with: #"Offset="13408""#)
    let findings = try found(report(Self.manifest(audio: audio)))
    #expect(findings.map(\.kind) == [.audioVideoOffset] && findings.first?.segments == [0])
  }

  @Test func periodsContinueOrLeaveAGap() throws {
    let folder = try media()
    func period(_ start: String, _ number: Int, _ time: Int) -> String {
      """
      <Period start="\(start)"><AdaptationSet contentType="video"><Representation id="v0">
      <SegmentTemplate timescale="12800" presentationTimeOffset="\(time)" startNumber="\(number)"
       initialization="v0-init.mp4" media="v0-$Number%03d$.m4s"><SegmentTimeline>
      <S t="\(time)" d="25600"/></SegmentTimeline></SegmentTemplate></Representation>
      </AdaptationSet></Period>
      """
    }
    func manifest(_ start: String) -> String {
      "<MPD mediaPresentationDuration='PT4S'>" + period("PT0S", 0, 1_024)
        + period(start, 2, 52_224) + "</MPD>"
    }
    let sound = try report(manifest("PT2S"), in: folder)
    #expect(sound.findings.map(\.sentence) == [] && sound.tracks.count == 1)
    #expect(sound.duration == .seconds(4))
    let apart = try found(report(manifest("PT2.040S"), in: folder))
    #expect(apart.map(\.kind) == [.segmentGap])
    #expect(
      apart.first?.sentence.hasPrefix("Period 1, Representation v0: media ends 40.0 ms") == true)
  }

  @Test func aSegmentListOfRangesIsMeasuredToItsEnd() throws {
    let folder = try TemporaryDirectory()
    try copy("0.mp4", 0..<12_989, to: folder.path("all.mp4"))
    let text = """
      <MPD mediaPresentationDuration="PT6S"><Period><AdaptationSet mimeType="video/mp4">
      <Representation id="v"><BaseURL>all.mp4</BaseURL>
      <SegmentList timescale="10" duration="20" presentationTimeOffset="0" startNumber="4">
      <Initialization range="0-845"/><SegmentURL mediaRange="846-5188"/>
      <SegmentURL mediaRange="5189-8937"/><SegmentURL mediaRange="8938-12988"/>
      </SegmentList></Representation></AdaptationSet></Period></MPD>
      """
    let sound = try report(text, in: folder)
    #expect(found(sound).map(\.sentence) == [])
    #expect(sound.segmentLists[0].segments.map(\.number) == [4, 5, 6])
    let wrong = try found(
      report(text.replacing("duration=\"20\"", with: "duration=\"13\""), in: folder))
    #expect(wrong.map(\.kind) == [.segmentStart, .segmentDuration])
    #expect(wrong.map(\.segments) == [[5, 6], [4, 5, 6]])
  }

  /// A manifest of one file with a segment index.
  private func indexed(_ base: String, _ folder: TemporaryDirectory) throws -> TimingReport {
    try report(
      """
      <MPD mediaPresentationDuration="PT6S"><Period><AdaptationSet mimeType="video/mp4">
      <Representation id="v"><BaseURL>all.mp4</BaseURL>\(base)</Representation>
      </AdaptationSet></Period></MPD>
      """, in: folder)
  }

  @Test func theSegmentsOfASegmentBaseAreThoseOfTheIndexInTheFile() throws {
    // The headers, an index of three segments, and the segments without their own indexes.
    let movie = try Data(
      contentsOf: URL(filePath: Repository.path("Tests/Fixtures/media/hls/mp4/0.mp4")))
    func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
    let segments = [846..<5_189, 5_189..<8_938, 8_938..<12_989]
    func write(_ durations: [Int], to folder: TemporaryDirectory) throws {
      var index = number(0) + number(1) + number(12_800) + number(1_024) + number(0) + number(3)
      for (segment, duration) in zip(segments, durations) {
        index += number(segment.count) + number(duration) + number(0x9000_0000)
      }
      index = number(index.count + 8) + Data("sidx".utf8) + index
      try folder.write(movie.prefix(846) + index + movie.dropFirst(846), to: "all.mp4")
    }
    let base = """
      <SegmentBase timescale="12800" presentationTimeOffset="1024" indexRange="846-913">
      <Initialization range="0-845"/></SegmentBase>
      """
    let folder = try TemporaryDirectory()
    try write([25_600, 25_600, 25_600], to: folder)
    let sound = try indexed(base, folder)
    #expect(sound.findings.map(\.sentence) == [])
    #expect(sound.segmentLists[0].segments.map(\.number) == [1, 2, 3])
    #expect(sound.tracks[0].packetCount == 150)
    try write([25_600, 25_601, 25_599], to: folder)
    let wrong = try found(indexed(base, folder))
    #expect(wrong.map(\.kind) == [.segmentDuration, .segmentStart])
    #expect(wrong.map(\.segments) == [[2, 3], [3]])
    #expect(wrong.first?.sentence.contains("sidx of segments 2, 3 is wrong") == true)
    let faults = [("846-912", "no segment index"), ("9999990-9999999", "cannot be read")]
    for (change, reason) in faults {
      let error = #expect(throws: MediaError.self) {
        try indexed(base.replacing("846-913", with: change), folder)
      }
      #expect(error?.description.contains(reason) == true)
    }
  }

  @Test func aDynamicManifestIsJudgedForTheSegmentsThatItLists() throws {
    let listed = try report(Self.manifest().replacing("static", with: "dynamic"))
    #expect(found(listed).map(\.kind) == [.unendedPlaylist])
    #expect(found(listed).first?.sentence.contains("the manifest is dynamic") == true)
    #expect(listed.segmentLists.map(\.segments.count) == [3, 3, 4])
    let nominal = #"<SegmentTemplate media="$Number$" duration="2"/>"#
    let none = Self.manifest(video: nominal, audio: nominal)
      .replacing(Self.video, with: nominal).replacing("static", with: "dynamic")
    let error = #expect(throws: MediaError.self) { try report(none) }
    #expect(error?.description.contains("dynamic") == true)
  }

  @Test(arguments: ["manifest", "manifest.xml", "main.MPD"])
  func aManifestIsRecognizedByItsNameOrItsFirstBytes(name: String) throws {
    let folder = try media()
    let path = try folder.write(Data(Self.manifest().utf8), to: name)
    #expect(try TimingReport(of: path).segmentLists.count == 3)
    let text = try folder.write(Data("<html></html>".utf8), to: "page")
    let error = #expect(throws: MediaError.self) { try TimingReport(of: text) }
    #expect(error?.reason == .notMedia)
  }

  @Test func aFIFOWithoutAnExtensionIsOpenedOnce() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let sound = try Repository.sampleBytes("mediafile.opus")
    let writer = Thread {
      // Opening waits for a reader. If that one closed the FIFO, writing would fail.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let descriptor = open(path, O_WRONLY)
      _ = sound.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    writer.start()
    let report = try TimingReport(of: path)
    #expect(report.ending == .endOfMedia && report.tracks[0].packetCount > 0)
  }

  @Test func aManifestReadsNothingOutsideItsDirectory() throws {
    let outer = try media()
    let inner = outer.path("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let path = inner + "/main.mpd"
    try Self.manifest().replacing("media=\"", with: "media=\"../").replacing(
      "initialization=\"", with: "initialization=\"../"
    ).write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: MediaError.self) { try TimingReport(of: path) }
    #expect(error?.reason == .forbiddenReference)
  }

  @Test(arguments: [
    ("<!DOCTYPE MPD [<!ENTITY a 'b'>]><MPD/>", "document type declarations are not allowed"),
    (String(repeating: "<MPD>", count: 40), "nested too deep"),
    ("<MPD>" + String(repeating: "<S/>", count: 150_001) + "</MPD>", "too many elements"),
    ("<MPD><Period>", "line 1"), ("", "no element"),
    ("<MPD><Period/></MPD>", "it lists no segments"),
  ])
  func aHostileManifestIsAnErrorOfOneLine(text: String, message: String) throws {
    let folder = try TemporaryDirectory()
    let error = #expect(throws: MediaError.self) { try report(text, in: folder) }
    let line = error?.description ?? ""
    #expect(line.contains(message) && !line.contains("\n"))
  }
}
