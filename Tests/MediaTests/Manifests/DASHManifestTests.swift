import PlayheadMedia
import Testing
import PlayheadTimekeeping

@Suite struct DASHManifestTests {
  private func element(
    _ name: String, _ attributes: [String: String] = [:], text: String = "",
    _ children: [ManifestElement] = []
  ) -> ManifestElement {
    var element = ManifestElement(name: name, attributes: attributes)
    (element.text, element.children) = (text, children)
    return element
  }

  /// A manifest of one Representation.
  private func list(
    _ addressing: ManifestElement?, base: String? = nil, duration: String = "PT10S",
    at location: String = "/a/b.mpd", type: String = "static"
  ) throws -> SegmentList {
    let inner = [base.map { element("BaseURL", text: $0) }, addressing].compactMap(\.self)
    let root = element(
      "MPD", ["mediaPresentationDuration": duration, "type": type],
      [
        element(
          "Period", [:],
          [
            element(
              "AdaptationSet", ["contentType": "video", "startWithSAP": "1"],
              [element("Representation", ["id": "v0", "bandwidth": "900"], inner)])
          ])
      ])
    let manifest = try #require(DASHManifest(root, at: location))
    return try #require(manifest.lists.first)
  }

  private func timeline(_ runs: [[String: String]]) -> ManifestElement {
    element("SegmentTimeline", [:], runs.map { element("S", $0) })
  }

  @Test func aTemplateNumbersSegmentsOfATimeline() throws {
    let list = try list(
      element(
        "SegmentTemplate",
        [
          "timescale": "1000", "startNumber": "7", "initialization": "$RepresentationID$/i.mp4",
          "media": "$RepresentationID$/$Bandwidth%05d$-$Number%03d$-$Time$$$.m4s",
          "presentationTimeOffset": "500",
        ], [timeline([["t": "500", "d": "2000", "r": "1"], ["d": "1500"]])]),
      base: "  seg/ \n")
    #expect(
      list.segments.map(\.part.location) == [
        "/a/seg/v0/00900-007-500$.m4s", "/a/seg/v0/00900-008-2500$.m4s",
        "/a/seg/v0/00900-009-4500$.m4s",
      ])
    #expect(list.segments.map(\.number) == [7, 8, 9])
    #expect(
      list.segments.map { $0.initialization?.location }
        == .init(repeating: "/a/seg/v0/i.mp4", count: 3))
    #expect(list.segments[2].duration == .milliseconds(1_500))
    #expect(list.segments[2].start == .milliseconds(4_500))
    #expect(
      list.representation?.offset == .milliseconds(500) && list.isIndependent && list.isComplete)
  }

  @Test func anEndlessRunEndsAtTheNextStartOrWithThePeriod() throws {
    let list = try list(
      element(
        "SegmentTemplate", ["media": "$Time$"],
        [timeline([["t": "0", "d": "2", "r": "-1"], ["t": "5", "d": "3", "r": "-1"]])]))
    #expect(list.segments.map { $0.start?.ticks } == [0, 2, 4, 5, 8])
  }

  @Test func aDurationDividesThePeriod() throws {
    let list = try list(
      element("SegmentTemplate", ["media": "$Number$", "duration": "4"]),
      at: "http://host/d/list.mpd?x=1")
    #expect(list.segments.map { $0.duration?.ticks } == [4, 4, 2])
    #expect(list.segments.map(\.isNominal) == [true, true, true])
    #expect(
      list.segments.map(\.part.location) == [
        "http://host/d/1", "http://host/d/2", "http://host/d/3",
      ])
  }

  /// ffmpeg keeps the times of a part of a recording, and declares only its length.
  @Test func segmentsMayBeginBehindTheOnlyPeriod() throws {
    let list = try list(
      element(
        "SegmentTemplate", ["media": "$Time$"], [timeline([["t": "100", "d": "2", "r": "4"]])]))
    #expect(list.segments.map { $0.start?.ticks } == [100, 102, 104, 106, 108])
    #expect(list.uncheckedReason == nil && list.beginsLate)
  }

  @Test func aSegmentListNamesFilesAndRanges() throws {
    let list = try list(
      element(
        "SegmentList", ["duration": "5"],
        [
          element("Initialization", ["range": "0-99"]),
          element("SegmentURL", ["mediaRange": "100-199"]),
          element("SegmentURL", ["media": "other.m4s"]),
        ]), base: "all.mp4")
    #expect(list.segments.map(\.part.location) == ["/a/all.mp4", "/a/other.m4s"])
    #expect(list.segments.map(\.part.range) == [100..<200, nil])
    #expect(list.segments[0].initialization == SegmentPart(location: "/a/all.mp4", range: 0..<100))
  }

  @Test func theOnlySegmentOfAListLastsAsLongAsThePeriod() throws {
    let one = element(
      "SegmentList", ["startNumber": "3"],
      [
        element("Initialization", ["sourceURL": "init.mp4"]),
        element("SegmentURL", ["media": "all.m4s"]),
      ])
    let list = try list(one)
    #expect(list.segments.map(\.part.location) == ["/a/all.m4s"] && list.uncheckedReason == nil)
    #expect(list.segments[0].duration == .seconds(10) && list.segments[0].number == 3)
    #expect(list.segments[0].initialization == SegmentPart(location: "/a/init.mp4"))
  }

  @Test func anEndNumberLimitsTheSegments() throws {
    func numbers(
      _ attributes: [String: String], _ children: [ManifestElement] = [], duration: String = "PT10S"
    ) throws -> [Int64] {
      let attributes = attributes.merging(["media": "$Number$"]) { one, _ in one }
      return try list(element("SegmentTemplate", attributes, children), duration: duration)
        .segments.map(\.number)
    }
    #expect(try numbers(["startNumber": "4", "endNumber": "5", "duration": "4"]) == [4, 5])
    let runs = [timeline([["d": "1", "r": "8"]])]
    #expect(try numbers(["startNumber": "0", "endNumber": "2"], runs) == [0, 1, 2])
    // It counts the segments of a Period whose duration is unknown.
    #expect(try numbers(["endNumber": "3", "duration": "4"], duration: "") == [1, 2, 3])
    let endless = [timeline([["d": "1", "r": "-1"]])]
    #expect(try numbers(["endNumber": "2"], endless, duration: "") == [1, 2])
  }

  @Test(
    arguments: [
      ("P0Y0M0DT0H0M4.0S", 4_000), ("PT1.5M", 90_000), ("P1DT1H", 90_000_000), ("PT0S", 0),
      ("P1Y", nil), ("P0Y1M", nil), ("-PT4S", nil), ("PT-4S", nil), ("PT4", nil), ("P", nil),
      ("PT", nil), ("PTS", nil), ("PT4.5.6S", nil), ("PT+4S", nil), ("PT1e3S", nil),
      ("PTNaNS", nil),
      ("", nil), ("P4S", nil), ("PT4D", nil), ("PT2147483648S", nil),
      ("PT99999999999999999999S", nil),
    ] as [(String, Int64?)])
  func durationsAreThoseOfXMLSchema(text: String, milliseconds: Int64?) throws {
    let root = element("MPD", ["mediaPresentationDuration": text])
    let manifest = try #require(DASHManifest(root, at: "b.mpd"))
    #expect(manifest.duration == milliseconds.map { MediaTime.milliseconds($0) })
  }

  @Test func aSingleFileIsOneSegment() throws {
    let list = try list(nil, base: "all.mp4", duration: "PT1M2.5S")
    #expect(list.segments.map(\.part.location) == ["/a/all.mp4"])
    #expect(list.segments[0].duration == .milliseconds(62_500))
  }

  @Test func aSegmentBaseRefersToTheIndexOfTheFile() throws {
    func index(_ attributes: [String: String], _ children: [ManifestElement] = []) throws
      -> SegmentIndex.Location?
    {
      try list(element("SegmentBase", attributes, children), base: "all.mp4").index
    }
    let all = "/a/all.mp4"
    let place = try index(["indexRange": "800-899"])
    #expect(place?.part == SegmentPart(location: all, range: 800..<900))
    #expect(place?.initialization == SegmentPart(location: all, range: 0..<800))
    let declared = try index(
      ["indexRange": "0-899"], [element("Initialization", ["sourceURL": "init.mp4"])])
    #expect(declared?.initialization == SegmentPart(location: "/a/init.mp4"))
    let invalid = try list(element("SegmentBase", ["indexRange": "9-8"]), base: "all.mp4")
    #expect(invalid.index == nil && invalid.uncheckedReason?.contains("indexRange") == true)
    let whole = try list(element("SegmentBase"), base: "all.mp4")
    #expect(whole.segments.map(\.part) == [SegmentPart(location: all)])
  }

  @Test func aDynamicManifestListsOnlyWhatATimelineDoes() throws {
    let listed = try list(
      element("SegmentTemplate", ["media": "$Number$"], [timeline([["d": "2", "r": "1"]])]),
      type: "dynamic")
    #expect(listed.segments.count == 2 && !listed.isComplete && listed.uncheckedReason == nil)
    let computed = try list(
      element("SegmentTemplate", ["media": "$Number$", "duration": "4"]), type: "dynamic")
    #expect(computed.segments.isEmpty && computed.uncheckedReason?.contains("dynamic") == true)
  }

  @Test func periodsAndRolesAreTold() throws {
    func period(_ attributes: [String: String]) -> ManifestElement {
      let template = element("SegmentTemplate", ["media": "$Number$", "duration": "1"])
      return element(
        "Period", attributes,
        [
          template,
          element(
            "AdaptationSet", [:], [element("Representation", ["id": "a", "mimeType": "audio/mp4"])]),
          element(
            "AdaptationSet", ["mimeType": "video/mp4"], [element("Representation", ["id": "v"])]),
          element("AdaptationSet", ["contentType": "text"], [element("Representation")]),
        ])
    }
    let root = element(
      "MPD", ["mediaPresentationDuration": "PT1H1M7S"],
      [period(["duration": "PT2S"]), period([:]), period(["start": "PT1H1M5S"])])
    let manifest = try #require(DASHManifest(root, at: "b.mpd"))
    #expect(
      manifest.lists.map(\.name).prefix(3) == [
        "Period 1, Representation a", "Period 1, Representation v", "Period 2, Representation a",
      ])
    #expect(manifest.lists.prefix(2).map(\.role) == [.audio, .variant])
    #expect(
      manifest.lists.map { $0.representation?.start }
        == [0, 0, 2, 2, 3_665, 3_665].map { MediaTime.seconds($0) })
    #expect(manifest.lists.last?.segments.count == 2)
  }

  @Test(arguments: [
    "$Number", "$Nonsense$", "$Number%5d$", "$Time%0999d$", "$RepresentationID%02d$",
  ])
  func anInvalidTemplateIsNotJudged(media: String) throws {
    let list = try list(element("SegmentTemplate", ["media": media, "duration": "4"]))
    #expect(list.segments.isEmpty && list.uncheckedReason != nil)
  }

  @Test func hostileNumbersAreBounded() throws {
    let list = try list(
      element(
        "SegmentTemplate", ["media": "$Number$", "startNumber": "9223372036854775800"],
        [timeline([["t": "9223372036854775000", "d": "9223372036854775807", "r": "99999999999"]])]))
    #expect(list.segments.count == 1)
    let many = try self.list(
      element(
        "SegmentTemplate", ["media": "$Number$", "timescale": "20000"],
        [timeline([["d": "1", "r": "9223372036854775807"]])]))
    #expect(many.segments.count == HLSManifest.greatestSegmentCount)
    let outside = try self.list(
      element(
        "SegmentTemplate", ["media": "$Number$"],
        [timeline([["d": "1", "r": "9223372036854775807"]])]))
    #expect(outside.segments.count == 10)
    let none = try self.list(
      element("SegmentTemplate", ["media": "$Number$", "duration": "4", "timescale": "0"]))
    #expect(none.uncheckedReason != nil)
  }
}
