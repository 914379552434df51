import FFmpegMedia
import Foundation
import Media
import Testing

/// A rate that a container has rounded is the standard rate that it was.
@Suite struct FrameRateTests {
  private func video(of bytes: Data) throws -> Track {
    let folder = try TemporaryDirectory()
    let source = try FFmpegOpener(path: folder.write(bytes, to: "video"))
      .open(interruption: Interruption())
    return try #require(source.info.tracks.first { $0.kind == .video })
  }

  /// 132 frames of 512 ticks each: at 15,345 ticks a second 29.9707 a second, 0.1 ms from what
  /// 30000/1001 gives for all of them. At 15,330 that is 3.5 ms.
  @Test(
    arguments: [
      (15_345, FrameRate(30_000, 1_001)), (15_360, FrameRate(30, 1)),
      (15_359, FrameRate(30, 1)), (15_330, FrameRate(15_330, 512)),
    ] as [(UInt64, FrameRate?)])
  func aMoviesRateIsStandardIfAllOfItsFramesAreWithinItsRounding(
    ticksPerSecond: UInt64, rate: FrameRate?
  ) throws {
    var bytes = try SampleMedia.bytes(of: "bbb_small.mp4")
    let header = try #require(bytes.places(of: "mdhd").first)
    bytes.overwrite(at: header + 16, with: Data(bigEndian: ticksPerSecond, 4))
    let track = try video(of: bytes)
    #expect(track.frameRate == rate && track.constantFrameRate == rate)
  }

  /// Matroska tells a frame's duration in nanoseconds: 59.94 frames/s became 19001/317.
  @Test(
    arguments: [
      (16_683_333, FrameRate(60_000, 1_001)), (33_366_667, FrameRate(30_000, 1_001)),
      (41_708_333, FrameRate(24_000, 1_001)), (8_333_333, FrameRate(120, 1)),
      (66_666_667, FrameRate(15, 1)),
    ] as [(UInt64, FrameRate?)])
  func aDurationInNanosecondsIsThatOfAStandardRate(
    nanoseconds: UInt64, rate: FrameRate?
  ) throws {
    var bytes = try SampleMedia.bytes(of: "bbb_chapters.mkv")
    let element = try #require(bytes.places(of: Data([0x23, 0xE3, 0x83, 0x84])).first)
    bytes.overwrite(at: element + 4, with: Data(bigEndian: nanoseconds, 4))
    let track = try video(of: bytes)
    #expect(track.frameRate == rate && track.constantFrameRate == rate)
  }
}
