import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Seeks in lists of HLS with discontinuities.
@Suite struct PlaylistPartTests {
  private static let file = "bbb_start3600.ts"

  private static func list(_ segments: [String]) -> Data {
    let text = segments.map { "#EXTINF:5.3,\n\($0)\n" }.joined(separator: "#EXT-X-DISCONTINUITY\n")
    return Data("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(text)#EXT-X-ENDLIST\n".utf8)
  }

  private static func main(_ list: String) -> Data {
    Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\n\(list)\n".utf8)
  }

  /// Returns the time of the first packet of video at or after a time, as a position.
  private static func position(_ source: any MediaSource, from time: MediaTime) throws -> MediaTime?
  {
    let start = source.info.presentationStart ?? .zero
    while let packet = try source.readPacket() {
      let track = source.info.tracks[packet.track]
      guard track.kind == .video, let ticks = packet.presentationTicks,
        let position = track.time(ofTicks: ticks).subtracting(start)
      else { continue }
      if position >= time { return position }
    }
    return nil
  }

  /// A server for each segment and for the lists shows what is read.
  @Test(arguments: [true, false], [true, false])
  func aSeekAtAServerReadsOnlySegmentsOfItsPart(ranges: Bool, isNested: Bool) throws {
    let bytes = try Repository.sampleBytes(Self.file)
    let conduct = MediaServer.Conduct(servesRanges: ranges)
    let segments = try (0..<4).map { _ in try MediaServer(bytes, conduct) }
    let list = try MediaServer(Self.list(segments.map { $0.url("a.ts") }), conduct)
    let main = try MediaServer(Self.main(list.url("list.m3u8")), conduct)
    let url = isNested ? main.url("main.m3u8") : list.url("list.m3u8")
    let source = JoinedSource.joining(try LocatedMedia(url: url).open(interruption: Interruption()))
    (source as? JoinedSource)?.prepare()
    let start = try #require(source.info.presentationStart)
    for (seconds, part) in [(12, 2), (7, 1), (2, 0), (17, 3), (14, 2)] as [(Int64, Int)] {
      let before = segments.map(\.connectionCount)
      try source.seek(to: start + .seconds(seconds))
      let position = try Self.position(source, from: .seconds(seconds))
      let distance = try #require(position?.subtracting(.seconds(seconds)))
      #expect(distance < .milliseconds(200), "after a seek to \(seconds) s")
      let after = segments.map(\.connectionCount)
      // FFmpeg asks for the next segment early, and other connections may still be counted.
      for other in 0..<part { #expect(after[other] == before[other], "segment \(other)") }
      #expect(after[part] > before[part])
      for other in part..<4 where other > part + 1 { #expect(after[other] == before[other]) }
    }
    #expect(source.info.presentationStart == start)
  }

  /// The parts before the target may no longer exist.
  @Test(arguments: [true, false]) func segmentsBeforeThePartNeedNotExist(isNested: Bool) throws {
    let folder = try TemporaryDirectory()
    let bytes = try Repository.sampleBytes(Self.file)
    let names = ["a.ts", "b.ts", "c.ts"]
    for name in names { _ = try folder.write(bytes, to: name) }
    let list = try folder.write(Self.list(names), to: "list.m3u8")
    let path = isNested ? try folder.write(Self.main("list.m3u8"), to: "main.m3u8") : list
    let source = JoinedSource.joining(
      try LocatedMedia(path: path).open(interruption: Interruption()))
    (source as? JoinedSource)?.prepare()
    let start = try #require(source.info.presentationStart)
    for name in names.prefix(2) { try FileManager.default.removeItem(atPath: folder.path(name)) }
    try source.seek(to: start + .seconds(12))
    let position = try #require(try Self.position(source, from: .seconds(12)))
    #expect(position - .seconds(12) < .milliseconds(200))
  }

  /// FFmpeg counts the times of packed audio from the segment at which it begins to read.
  @Test(arguments: [false, true]) func packedAudioWithoutTagsIsReadFromTheStart(
    isDiscontinuous: Bool
  ) throws {
    let folder = try TemporaryDirectory()
    let bytes = try Repository.sampleBytes("mediafile-cbr.mp3")
    let sound = bytes.dropFirst(bytes.starts(with: Data("ID3".utf8)) ? 45 : 0)
    _ = try folder.write(Data(sound), to: "a.mp3")
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n"
    for index in 0..<5 {
      if isDiscontinuous, index > 0 { text += "#EXT-X-DISCONTINUITY\n" }
      text += "#EXTINF:3,\na.mp3\n"
    }
    let path = try folder.write(Data("\(text)#EXT-X-ENDLIST\n".utf8), to: "list.m3u8")
    let source = JoinedSource.joining(
      try LocatedMedia(path: path).open(interruption: Interruption()))
    (source as? JoinedSource)?.prepare()
    let whole = try source.readAll()
    let start = try #require(source.info.presentationStart)
    let track = source.info.tracks[0]
    for seconds in [4, 1, 7, 2] as [Int64] {
      let time = start + .seconds(seconds)
      try source.seek(to: time)
      let rest = try source.readAll().filter {
        $0.presentationTicks.map { track.time(ofTicks: $0) >= time } ?? false
      }
      let expected = whole.filter {
        $0.presentationTicks.map { track.time(ofTicks: $0) >= time } ?? false
      }
      #expect(rest.map(\.presentationTicks) == expected.map(\.presentationTicks))
      #expect(rest.map(\.byteCount) == expected.map(\.byteCount))
    }
  }
}
