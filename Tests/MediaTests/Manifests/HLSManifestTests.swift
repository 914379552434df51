import PlayheadMedia
import Testing
import PlayheadTimekeeping

@Suite struct HLSManifestTests {
  private func segments(_ text: String, at location: String = "/a/b.m3u8") throws -> SegmentList {
    let list = SegmentList(name: location)
    guard case .segments(let found) = HLSManifest(text, at: location, list: list) else {
      throw MediaError(.open, of: location, reason: .other)
    }
    return found
  }

  @Test func durationsAreExactDecimalNumbers() throws {
    let list = try segments(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:10
      #EXT-X-MEDIA-SEQUENCE:7
      #EXTINF:9.009,
      one.ts
      #EXTINF: 9 ,title
      two.ts
      #EXTINF:nonsense,
      three.ts
      #EXT-X-ENDLIST
      """)
    #expect(list.targetDuration == 10 && list.isComplete && !list.isIndependent)
    // A segment without a valid duration is one, and has a number.
    #expect(list.segments.map(\.number) == [7, 8, 9])
    #expect(list.segments[2].duration == nil && list.invalid.isEmpty)
    #expect(list.segments[0].duration == MediaTime(ticks: 9_009, timebase: Timebase(1, 1_000)))
    #expect(list.segments[0].rounding == MediaTime(ticks: 500, timebase: .microseconds))
    #expect(list.segments[1].duration == .seconds(9))
    #expect(list.segments.map(\.part.location) == ["/a/one.ts", "/a/two.ts", "/a/three.ts"])
  }

  @Test func textIsDividedAtCommasAndLineEndsWhateverFollowsThem() throws {
    // A combining character is one character with the comma, the colon or the slash before it, and
    // other characters of Unicode end lines, too.
    let list = try segments(
      "#EXTM3U\r\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\u{301}title\u{2028}of two lines\r\n"
        + "\u{302}/\u{301}a.ts?\u{301}b\n#\u{301}comment\n#EXTINF:4,\n/x/../\u{301}b.ts\n"
        + "#EXT-X-MAP:URI=\"\u{301}i.mp4\",BYTERANGE=\"\u{37E}1@0\"\n")
    #expect(list.segments.map(\.duration) == [.seconds(4), .seconds(4)])
    #expect(
      list.segments.map { Array($0.part.location.unicodeScalars) } == [
        Array("/a/\u{302}/\u{301}a.ts?\u{301}b".unicodeScalars),
        Array("/x/../\u{301}b.ts".unicodeScalars),
      ])
    let web = RelativeReference.resolve("\u{301}/../b?\u{301}/../c", against: "http://h/\u{301}a/x")
    #expect(Array(web.unicodeScalars) == Array("http://h/\u{301}a/b?\u{301}/../c".unicodeScalars))
  }

  @Test func anInvalidByteRangeDoesNotStandForTheWholeFile() throws {
    let list = try segments(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXT-X-MAP:URI="i.mp4",BYTERANGE="9@-1"
      #EXTINF:4,
      a.ts
      #EXT-X-MAP:URI="i.mp4",BYTERANGE="9@1"
      #EXTINF:4,
      #EXT-X-BYTERANGE:7@x
      a.ts
      #EXTINF:4,
      a.ts
      """)
    #expect(
      list.segments.map(\.measured) == [
        .failed("EXT-X-MAP is invalid"), .failed("EXT-X-BYTERANGE is invalid"), nil,
      ])
  }

  @Test func byteRangesContinueInTheSameFile() throws {
    let list = try segments(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:2
      #EXT-X-MAP:URI="a.mp4",BYTERANGE="800@0"
      #EXTINF:2,
      #EXT-X-BYTERANGE:100@800
      a.mp4
      #EXT-X-DISCONTINUITY
      #EXTINF:2,
      #EXT-X-BYTERANGE:50
      a.mp4
      #EXT-X-KEY:METHOD=AES-128,URI="key, with a comma"
      #EXT-X-GAP
      #EXTINF:2,
      b.mp4
      """)
    #expect(list.segments.map(\.part.range) == [800..<900, 900..<950, nil])
    #expect(list.segments[0].initialization == SegmentPart(location: "/a/a.mp4", range: 0..<800))
    #expect(list.segments.map(\.isDiscontinuous) == [false, true, false])
    #expect(list.segments.map(\.isEncrypted) == [false, false, true])
    #expect(list.segments.map(\.isGap) == [false, false, true])
    #expect(!list.isComplete)
  }

  /// What applies to the segments of a part is declared before it.
  @Test func aListCanBeginAtAPart() throws {
    let text = """
      #EXTM3U\r
      #EXT-X-TARGETDURATION:2
      #EXT-X-MEDIA-SEQUENCE:7
      #EXT-X-DISCONTINUITY
      #EXT-X-MAP:URI="a.mp4",BYTERANGE="800@0"
      #EXTINF:2,
      #EXT-X-BYTERANGE:100@800
      a.mp4
      #EXT-X-KEY:METHOD=AES-128,URI="key"
      #EXTINF:2,
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXT-X-DISCONTINUITY
      #EXT-X-BYTERANGE:50
      a.mp4
      #EXTINF:3,
      #EXT-X-BYTERANGE:20
      a.mp4
      #EXT-X-GAP
      #EXT-X-DISCONTINUITY
      #EXTINF:4,
      b.mp4
      #EXT-X-ENDLIST
      """
    let whole = try segments(text)
    #expect(whole.parts == [0, 1, 3])
    for (number, first) in [(1, 1), (2, 3)] {
      let part = try #require(HLSManifest.list(text, fromPart: number))
      // Segments, keys and headers are those of the whole list, with their numbers.
      var expected = whole
      expected.segments.removeFirst(first)
      #expect(try segments(part) == expected)
    }
    for number in [-1, 0, 3] { #expect(HLSManifest.list(text, fromPart: number) == nil) }
    #expect(HLSManifest.list("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8", fromPart: 1) == nil)
  }

  @Test func aMultivariantPlaylistNamesVariantsAndAudio() throws {
    let text = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="sound/a.m3u8"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="y",URI="s.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a",AUDIO="a"
      low.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=2
      ../high.m3u8?x=1
      """
    let location = "https://example.org/tv/main.m3u8?token=/x"
    guard
      case .lists(let lists) = HLSManifest(text, at: location, list: SegmentList(name: location))
    else { throw MediaError(.open, of: location, reason: .other) }
    #expect(
      lists.map(\.name) == [
        "https://example.org/tv/sound/a.m3u8", "https://example.org/tv/low.m3u8",
        "https://example.org/high.m3u8?x=1",
      ])
    #expect(lists.map(\.role) == [.audio, .variant, .variant])
  }

  @Test func otherTextsAreNoPlaylistsOfSegments() {
    for text in ["", "#EXTM3U\n#EXTINF:3,Song\na.mp3\n", "a.mp3\n", "#EXT-X-TARGETDURATION:3\n"] {
      #expect(HLSManifest(text, at: "a.m3u8", list: SegmentList(name: "a.m3u8")) == nil)
    }
  }

  @Test(arguments: [
    ("a.ts", "dir/main.m3u8", "dir/a.ts"), ("a.ts", "main.m3u8", "a.ts"),
    ("/x/a.ts", "dir/main.m3u8", "/x/a.ts"), ("http://h/a.ts", "dir/m.m3u8", "http://h/a.ts"),
    ("a.ts", "http://h", "http://h/a.ts"), ("//i/a.ts", "https://h/b/c", "https://i/a.ts"),
    ("/a.ts", "http://h:80/b/c", "http://h:80/a.ts"),
    ("./../../../a.ts", "http://h/b/c/d", "http://h/a.ts"),
    ("?s=h0.ts", "http://h/b/c.m3u8?x=/1#y", "http://h/b/c.m3u8?s=h0.ts"),
    ("?s=a", "http://h", "http://h?s=a"), ("", "http://h/b/c?x#y", "http://h/b/c?x"),
    ("#z", "http://h/b/c?x#y", "http://h/b/c?x#z"), ("?a.ts", "dir/main.m3u8", "dir/?a.ts"),
    ("s3://b/a.ts", "dir/main.m3u8", "s3://b/a.ts"), ("3s://a", "dir/main.m3u8", "dir/3s://a"),
    ("git+ssh-1.0://h/a", "http://h/b", "git+ssh-1.0://h/a"),
  ])
  func referencesAreResolvedAgainstThePlaylist(reference: String, base: String, place: String) {
    #expect(RelativeReference.resolve(reference, against: base) == place)
  }
}
