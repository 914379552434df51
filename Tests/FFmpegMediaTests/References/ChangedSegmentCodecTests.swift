import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Segments of HLS with two tracks of sound, of which one or both go on in another codec.
@Suite struct ChangedSegmentCodecTests {
  @Test(
    .enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [("ac3", "ac3"), ("mp2", "aac"), ("aac", "mp2"), ("ac3", "mp2")])
  func eachTrackGoesOnInItsOwnCodec(first: String, second: String) throws {
    let directory = try TemporaryDirectory()
    for (name, codecs, start) in [("a", ["aac", "aac"], 0), ("b", [first, second], 2)] {
      let arguments =
        "-v error -nostdin -f lavfi -i sine=r=48000 -f lavfi -i sine=f=880:r=48000 -map 0 -map 1 -t 2"
        + " -c:a:0 \(codecs[0]) -c:a:1 \(codecs[1]) -output_ts_offset \(start)"
      _ = try EncodedSound.run(
        arguments.split(separator: " ").map(String.init) + [directory.path("\(name).ts")])
    }
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:2
      #EXTINF:2,
      a.ts
      #EXT-X-DISCONTINUITY
      #EXTINF:2,
      b.ts
      #EXT-X-ENDLIST

      """
    let path = try directory.write(Data(list.utf8), to: "list.m3u8")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    let packets = try source.readAll()
    #expect(source.info.tracks.count { $0.kind == .audio } == 2)
    let lengths = ["aac": 1_024, "ac3": 1_536, "mp2": 1_152]
    for (track, codec) in [first, second].enumerated() {
      // ffmpeg adds 1.4 s to all times.
      let later = packets.filter { $0.track == track && ($0.presentationTicks ?? 0) > 4 * 90_000 }
      let length = try Int64(#require(lengths[codec]) * 90_000 / 48_000)
      #expect(later.count > 10 && later.allSatisfy { $0.durationTicks == length }, "\(codec)")
      #expect(later.allSatisfy { $0.hasOtherCodec == (codec != "aac") }, "\(codec)")
    }
  }
}
