import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Lists of HLS that declare no media for their first or last segments (`EXT-X-GAP`).
@Suite struct OuterGapTests {
  private static func list(_ gaps: Set<Int>) -> String {
    let segments = (0..<4).map { index in
      (gaps.contains(index) ? "#EXT-X-GAP\n#EXTINF:2,\nmissing" : "#EXTINF:5.3,\na") + ".ts\n"
    }
    return "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
      + segments.joined(separator: "#EXT-X-DISCONTINUITY\n") + "#EXT-X-ENDLIST\n"
  }

  private static func main(_ names: [String]) -> String {
    names.reduce("#EXTM3U\n") { "\($0)#EXT-X-STREAM-INF:BANDWIDTH=100000\n\($1)\n" }
  }

  private static func info(_ texts: [String]) throws -> MediaInfo {
    let folder = try TemporaryDirectory()
    _ = try folder.write(Repository.sampleBytes("bbb_start3600.ts"), to: "a.ts")
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      names.append("\(index).m3u8")
      _ = try folder.write(Data(text.utf8), to: "\(index).m3u8")
    }
    let path = try folder.write(Data(main(names).utf8), to: "main.m3u8")
    let opened = texts.count == 1 ? folder.path(names[0]) : path
    return try LocatedMedia(path: opened).open(interruption: Interruption()).info
  }

  @Test(
    arguments: [
      ([0], 15_900), ([3], 15_900), ([0, 3], 10_600), ([0, 1, 3], 5_300), ([1], 17_900),
    ] as [([Int], Int64)]) func theyAreNoPartOfTheDuration(gaps: [Int], milliseconds: Int64) throws
  {
    let list = Self.list(Set(gaps))
    #expect(try Self.info([list]).declaredDuration == .milliseconds(milliseconds))
    #expect(try Self.info([list, list]).declaredDuration == .milliseconds(milliseconds))
  }

  @Test func anotherListMayHaveMediaThere() throws {
    let lists = [Self.list([0]), Self.list([])]
    #expect(try Self.info(lists).declaredDuration == .milliseconds(17_900))
  }

  @Test func aPartBeginsBehindTheFirstGap() {
    func parts(_ gaps: Set<Int>) -> [Int]? {
      let manifest = HLSManifest(Self.list(gaps), at: "", list: SegmentList(name: ""))
      guard case .segments(let list)? = manifest else { return nil }
      return list.parts
    }
    #expect(parts([]) == [0, 1, 2, 3])
    #expect(parts([0, 1]) == [0, 3])
  }
}
