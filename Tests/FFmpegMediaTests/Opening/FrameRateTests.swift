import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// A frame rate that the container has rounded is recognized as the standard rate.
@Suite struct FrameRateTests {
  private func video(of bytes: Data) throws -> MediaTrack {
    let folder = try TemporaryDirectory()
    let source = try LocatedMedia(path: folder.write(bytes, to: "video"))
      .open(interruption: Interruption())
    return try #require(source.info.tracks.first { $0.kind == .video })
  }

  /// The file has 132 frames of 512 ticks. At 15,345 ticks per second the rate is 29.9707 frames/s,
  /// and all frames together differ from 30000/1001 frames/s by 0.1 ms. At 15,330 ticks per second
  /// they differ by 4 ms.
  @Test(
    arguments: [
      (15_345, FrameRate(30_000, 1_001)), (15_360, FrameRate(30, 1)),
      (15_359, FrameRate(30, 1)), (15_330, FrameRate(15_330, 512)),
    ] as [(UInt64, FrameRate?)])
  func aMovieRateIsStandardIfAllFramesAreWithinItsRounding(
    ticksPerSecond: UInt64, rate: FrameRate?
  ) throws {
    var bytes = try Repository.sampleBytes("bbb_small.mp4")
    let header = try #require(bytes.places(of: "mdhd").first)
    bytes.overwrite(at: header + 16, with: Data(bigEndian: ticksPerSecond, 4))
    let track = try video(of: bytes)
    #expect(track.frameRate == rate && track.constantFrameRate == rate)
  }

  /// Matroska stores a frame's duration in nanoseconds, from which libavformat computes 19001/317
  /// instead of 59.94 frames/s.
  @Test(
    arguments: [
      (16_683_333, FrameRate(60_000, 1_001)), (33_366_667, FrameRate(30_000, 1_001)),
      (41_708_333, FrameRate(24_000, 1_001)), (8_333_333, FrameRate(120, 1)),
      (66_666_667, FrameRate(15, 1)),
    ] as [(UInt64, FrameRate?)])
  func aDurationInNanosecondsGivesAStandardRate(
    nanoseconds: UInt64, rate: FrameRate?
  ) throws {
    var bytes = try Repository.sampleBytes("bbb_chapters.mkv")
    let element = try #require(bytes.places(of: Data([0x23, 0xE3, 0x83, 0x84])).first)
    bytes.overwrite(at: element + 4, with: Data(bigEndian: nanoseconds, 4))
    let track = try video(of: bytes)
    #expect(track.frameRate == rate && track.constantFrameRate == rate)
  }
}
