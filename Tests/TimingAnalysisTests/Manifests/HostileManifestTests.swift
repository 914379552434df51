import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Numbers that no packager would write, in each place of a playlist that has a number. None traps or
/// makes a list longer than the limit, and each that is invalid is a finding.
@Suite struct HostileManifestTests {
  private static let numbers = [
    "0", "-1", "2147483648", "4611686018427387904", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "99999999999999999999", "NaN", "inf", "1e3", "0x10", "1.5", "", "-",
  ]

  /// Returns the findings about lists whose segments are measured as 2 s each, at their places and at
  /// extreme ones.
  private func findings(in lists: [SegmentList]) -> [Finding] {
    let starts: [Int64] = [0, .min, .max - 90_000]
    // A list of the greatest length is judged once, because that takes long.
    let isLong = lists.contains { $0.segments.count > 1_000 }
    return starts.prefix(isLong ? 1 : starts.count).flatMap { first in
      var report = Synthetic.report([])
      report.segmentLists = lists.map { list in
        var list = list
        for index in list.segments.indices.prefix(10) where list.segments[index].measured == nil {
          let start = first &+ Int64(index) * 180_000
          list.segments[index].measured = .tracks([
            SegmentTrack(
              kind: .video, timebase: Timebase(1, 90_000), start: start,
              end: start.addingReportingOverflow(180_000).overflow ? start : start + 180_000,
              beginsWithKeyframe: true, period: first == .min ? 1 << 33 : nil)
          ])
        }
        return list
      }
      return report.findings
    }
  }

  private func check(_ lists: [SegmentList], isInvalid: Bool, _ text: String) {
    let count = lists.reduce(0) { $0 + $1.segments.count }
    #expect(count <= HLSManifest.greatestSegmentCount, "\(text)")
    let findings = findings(in: lists)
    #expect(findings.allSatisfy { !$0.sentence.isEmpty && !$0.sentence.contains("\n") })
    if isInvalid {
      #expect(
        findings.contains { [.invalidPlaylist, .segmentUnreadable].contains($0.kind) }, "\(text)")
    }
  }

  private func element(
    _ name: String, _ attributes: [String: String] = [:], _ children: [ManifestElement] = []
  ) -> ManifestElement {
    var element = ManifestElement(name: name, attributes: attributes)
    element.children = children
    return element
  }

  /// A manifest in which the attribute of the first element with that name has another value.
  private func manifest(
    _ addressing: ManifestElement, _ name: String, _ attribute: String,
    _ value: String
  ) -> ManifestElement {
    func changed(_ element: ManifestElement) -> ManifestElement {
      var attributes = element.attributes
      if element.name == name { attributes[attribute] = value }
      return self.element(element.name, attributes, element.children.map(changed))
    }
    return changed(
      element(
        "MPD", ["mediaPresentationDuration": "PT4S"],
        [
          element(
            "Period", ["start": "PT0S"],
            [
              element(
                "AdaptationSet", ["contentType": "video"],
                [element("Representation", ["id": "v", "bandwidth": "1"], [addressing])])
            ])
        ]))
  }

  /// Ways to name two segments, with the numbers that they contain and the least valid value of each.
  private var addressings: [(ManifestElement, [(element: String, attribute: String, least: Int64)])]
  {
    let numbered = ["timescale": "90000", "media": "$Number$"]
    let timeline = element("SegmentTimeline", [:], [element("S", ["d": "180000", "r": "1"])])
    let urls = (1...2).map { _ in element("SegmentURL", ["mediaRange": "1-2"]) }
    let common: [(String, Int64)] = [
      ("timescale", 1), ("presentationTimeOffset", 0), ("startNumber", 0),
    ]
    func all(_ name: String, _ more: [(String, Int64)]) -> [(String, String, Int64)] {
      (common + more).map { (name, $0.0, $0.1) }
    }
    return [
      (
        element("SegmentTemplate", numbered, [timeline]),
        all("SegmentTemplate", [("endNumber", 1)]) + [
          ("S", "t", 0), ("S", "d", 1), ("S", "r", .min), ("Representation", "bandwidth", 0),
        ]
      ),
      (
        element("SegmentTemplate", numbered.merging(["duration": "180000"]) { one, _ in one }),
        all("SegmentTemplate", [("endNumber", 1), ("duration", 1)])
      ),
      (
        element("SegmentList", ["timescale": "90000", "duration": "180000"], urls),
        all("SegmentList", [("endNumber", 1), ("duration", 1)])
      ),
    ]
  }

  @Test func eachNumberOfAManifestMayBeHostile() throws {
    for (addressing, places) in addressings {
      for place in places {
        for value in TestEffort.some(Self.numbers) {
          let text = "\(place.element)@\(place.attribute)=\(value)"
          let root = manifest(addressing, place.element, place.attribute, value)
          let lists = try #require(DASHManifest(root, at: "/a/b.mpd")).lists
          var isInvalid = Int64(value).map { $0 < place.least } ?? true
          if place.attribute == "timescale" { isInvalid = isInvalid || Int32(value) == nil }
          if place.attribute == "bandwidth" { isInvalid = UInt32(value) == nil }
          check(lists, isInvalid: isInvalid, text)
          #expect(lists.allSatisfy { !isInvalid || !$0.invalid.isEmpty }, "\(text)")
        }
      }
    }
  }

  @Test func eachDurationOfAManifestMayBeHostile() throws {
    let places = [
      ("MPD", "mediaPresentationDuration"), ("Period", "start"), ("Period", "duration"),
    ]
    for (addressing, _) in addressings {
      for (name, attribute) in places {
        for value in Self.numbers {
          let root = manifest(addressing, name, attribute, "PT\(value)S")
          let lists = try #require(DASHManifest(root, at: "/a/b.mpd")).lists
          // A whole number of seconds, or a decimal one, below 2^31.
          let isInvalid = !["0", "1.5"].contains(value)
          check(lists, isInvalid: isInvalid, "\(attribute)=PT\(value)S")
        }
      }
    }
  }

  @Test func eachRangeOfAManifestMayBeHostile() throws {
    let list = element(
      "SegmentList", ["duration": "2"],
      [element("Initialization", ["range": "1-2"]), element("SegmentURL", ["mediaRange": "1-2"])])
    let base = element("SegmentBase", ["indexRange": "1-2"], [element("Initialization")])
    for (addressing, name, attribute) in [
      (list, "Initialization", "range"), (list, "SegmentURL", "mediaRange"),
      (base, "SegmentBase", "indexRange"), (base, "Initialization", "range"),
    ] {
      for value in Self.numbers {
        for range in ["\(value)-9", "0-\(value)", value] {
          let root = manifest(addressing, name, attribute, range)
          let lists = try #require(DASHManifest(root, at: "/a/b.mpd")).lists
          let isValid = ["0-0", "0-9", "0-2147483648", "0-4611686018427387904"].contains(range)
          check(lists, isInvalid: !isValid, "\(name)@\(attribute)=\(range)")
        }
      }
    }
  }

  @Test func eachNumberOfAMediaPlaylistMayBeHostile() throws {
    let lines = [
      "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:1",
      "#EXT-X-MAP:URI=\"a\",BYTERANGE=\"9@0\"",
      "#EXTINF:2.0,", "#EXT-X-BYTERANGE:9@9", "a", "#EXTINF:2.0,", "#EXT-X-BYTERANGE:9", "a",
      "#EXT-X-ENDLIST",
    ]
    let places: [(line: Int, text: (String) -> String, valid: [String])] = [
      (0, { "#EXT-X-TARGETDURATION:\($0)" }, ["0"]),
      (1, { "#EXT-X-MEDIA-SEQUENCE:\($0)" }, ["0", "2147483648"]),
      (2, { "#EXT-X-MAP:URI=\"a\",BYTERANGE=\"\($0)@0\"" }, Array(Self.numbers[2...4])),
      (2, { "#EXT-X-MAP:URI=\"a\",BYTERANGE=\"1@\($0)\"" }, ["0"] + Self.numbers[2...3]),
      (3, { "#EXTINF:\($0)," }, ["0", "1.5"]),
      (4, { "#EXT-X-BYTERANGE:\($0)@0" }, Array(Self.numbers[2...4])),
      (4, { "#EXT-X-BYTERANGE:9@\($0)" }, ["0"] + Self.numbers[2...3]),
      (7, { "#EXT-X-BYTERANGE:\($0)" }, Array(Self.numbers[2...3])),
    ]
    for place in places {
      for value in Self.numbers {
        var changed = lines
        changed[place.line] = place.text(value)
        let text = (["#EXTM3U"] + changed).joined(separator: "\n")
        guard
          case .segments(let list) = HLSManifest(text, at: "/a.m3u8", list: SegmentList(name: "a"))
        else {
          Issue.record("\(changed[place.line])")
          continue
        }
        #expect(list.segments.count == 2)
        check([list], isInvalid: !place.valid.contains(value), changed[place.line])
      }
    }
  }
}
