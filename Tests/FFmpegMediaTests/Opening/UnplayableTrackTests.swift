import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Sources without audio and video can be read, but not played.
@Suite struct UnplayableTrackTests {
  @Test func subtitlesAloneAreRead() throws {
    let directory = try TemporaryDirectory()
    let text = "1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:03,000 --> 00:00:04,500\nB\n\n"
    let path = try directory.write(Data(text.utf8), to: "a.srt")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    #expect(source.info.tracks.map(\.kind) == [.subtitle])
    #expect(source.info.timelineTracks.isEmpty)
    #expect(try source.readAll().map(\.presentationTicks) == [1_000, 3_000])
  }

  /// Stream types that FFmpeg does not know, and private data.
  @Test(arguments: [[0x95], [0x06], [0x2D], [0x95, 0x06]] as [[UInt8]])
  func tracksOfUnknownCodecsAreRead(_ types: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      TransportStream(streamTypes: types, packetCount: 125).bytes, to: "a.ts")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    #expect(source.info.tracks.count == types.count)
    #expect(source.info.timelineTracks.isEmpty && source.info.isDurationEstimated)
    let packets = try source.readAll()
    for track in types.indices {
      let times = packets.filter { $0.track == track }.map(\.presentationTicks)
      #expect(times == (0..<125).map { (index: Int64) -> Int64? in 90_000 + index * 3_600 })
    }
  }
}
