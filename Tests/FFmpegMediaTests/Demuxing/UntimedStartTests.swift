import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// ASF whose pictures are reordered: ffmpeg stores when they are decoded.
@Suite(.enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"))
struct UntimedStartTests {
  @Test(arguments: [0, 2]) func picturesOfASFBeginWhenTheFirstIsShown(_ count: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("pictures.asf")
    let arguments =
      "-v error -nostdin -f lavfi -i testsrc2=s=64x64:d=2 -f lavfi -i sine=d=2:r=48000"
      + " -c:v mpeg4 -bf \(count) -c:a mp2"
    _ = try EncodedSound.run(arguments.split(separator: " ").map(String.init) + [path])
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    // The sound begins 10 ms earlier.
    let start: Int64 = count == 0 ? 10 : 40
    #expect(source.info.timelineTracks.first?.startTicks == start)
    // 84 frames of sound, which begins with the pictures.
    let end = try MediaDuration.measured(byReading: source)
    #expect(abs(end.time.seconds - 84 * 0.024) < 0.002)
  }
}
