import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Playlists of HLS whose segments are elsewhere, or have no times.
@Suite struct PlaylistServerTests {
  private static func list(_ segments: [String]) -> Data {
    let text = segments.map { "#EXTINF:5.3,\n\($0)\n" }.joined()
    return Data("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(text)#EXT-X-ENDLIST\n".utf8)
  }

  /// FFmpeg opens each segment again.
  @Test(arguments: [true, false], [true, false])
  func aServerThatIgnoresRangesDoesNotPreventSeeks(list: Bool, segments: Bool) throws {
    let media = try MediaServer(
      Repository.sampleBytes("bbb_start3600.ts"), .init(servesRanges: segments))
    let server = try MediaServer(Self.list([media.url("a.ts")]), .init(servesRanges: list))
    let source = try LocatedMedia(url: server.url("list.m3u8")).open(interruption: Interruption())
    #expect(source.info.isSeekable)
    try source.seek(to: .seconds(3_603))
    guard case .packet(let packet) = try source.read() else {
      Issue.record("no packet")
      return
    }
    let ticks = try #require(packet.decodeTicks)
    let time = source.info.tracks[packet.track].time(ofTicks: ticks)
    #expect(time > .seconds(3_600) && time <= .seconds(3_603))
  }

  /// Their bytes are in memory, although they have the names of URLs.
  @Test func segmentsOfATransportStreamAtAServerAreMeasured() throws {
    let media = try MediaServer(Repository.sampleBytes("bbb_start3600.ts"))
    let server = try MediaServer(Self.list([media.url("a.ts"), media.url("b.ts")]))
    let source = try LocatedMedia(url: server.url("list.m3u8")).open(
      for: .report(.whole), interruption: Interruption())
    let lists = try #require((source as? any FramedSource)?.readSegmentLists())
    let measured = lists.flatMap(\.segments).compactMap(\.measured)
    #expect(measured.count == 2)
    #expect(
      measured.allSatisfy { if case .tracks(let tracks) = $0 { tracks.count == 2 } else { false } })
  }

  /// The frames of packed audio have no times, so that all segments seem to begin at zero.
  @Test func segmentsOfPackedAudioWithoutATagAreNotMeasured() throws {
    let folder = try TemporaryDirectory()
    let tagged = try Repository.sampleBytes("mediafile-cbr.mp3")
    // The length of the ID3 tag has seven bits in each byte. FFmpeg 5.1 would leak the tags of a segment.
    let length = tagged.dropFirst(6).prefix(4).reduce(0) { $0 << 7 | Int($1) }
    let sound = tagged.dropFirst(10 + length)
    _ = try folder.write(sound, to: "a.mp3")
    // FFmpeg does not recognize a frame alone.
    _ = try folder.write(sound.prefix(500), to: "b.mp3")
    let path = try folder.write(Self.list(["a.mp3", "a.mp3", "b.mp3"]), to: "list.m3u8")
    let source = try LocatedMedia(path: path).open(
      for: .report(.whole), interruption: Interruption())
    let lists = try #require((source as? any FramedSource)?.readSegmentLists())
    #expect(lists.map { $0.segments.map(\.measured) } == [[nil, nil, nil]])
  }
}
