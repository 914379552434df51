import PlayheadJobs
import Testing

@Suite struct AnimationHeaderTests {
  private static func gif(_ rest: [UInt8]) -> [UInt8] {
    Array("GIF89a".utf8) + [1, 0, 1, 0] + Array("NETSCAPE2.0".utf8) + rest
  }

  private static func png(_ plays: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47] + Array("....IHDR....acTL".utf8) + [0, 0, 0, 40] + plays
  }

  @Test(
    arguments: [
      (gif([3, 1, 0, 0, 0]), .infinity), (gif([3, 1, 3, 0, 0]), 3), (gif([3, 1, 0, 1, 0]), 256),
      (Array("GIF89a".utf8), 1), (gif([3, 1]), nil), (png([0, 0, 0, 0]), .infinity),
      (png([0, 0, 0, 3]), nil), (png([0, 0]), nil), ([], nil), (Array("RIFF".utf8), nil),
    ] as [([UInt8], Double?)])
  func theHeaderSaysHowOftenAnAnimationPlays(bytes: [UInt8], count: Double?) {
    #expect(AnimationHeader.playCount(in: bytes) == count)
  }
}
