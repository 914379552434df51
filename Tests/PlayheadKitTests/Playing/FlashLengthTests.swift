import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// How long FLV is, by its script tag and its clock.
@Suite struct FlashLengthTests {
  /// Libavformat writes a length that is counted from the first packet. Into a pipe it writes none.
  @Test(
    arguments: ["0", "3", "3000"],
    [[], ["-flvflags", "no_duration_filesize"]]
      .filter { _ in StampedMedia.ffmpeg != nil })
  func theLengthIsThatOfThePackets(_ start: String, _ flags: [String]) throws {
    let made = try StampedMedia.make(
      StampedMedia.Kind(
        container: "flv", sample: "bbb_small.mp4",
        arguments: ["-an", "-c:v", "flv", "-t", "5", "-output_ts_offset", start] + flags))
    let directory = try TemporaryDirectory()
    let path = try directory.write(made, to: "made.flv")
    let info = try LocatedMedia(path: path).open(for: .timing, interruption: Interruption()).info
    let zero = try #require(info.presentationStart)
    let duration = try #require(info.declaredDuration(from: zero)).seconds
    #expect(abs(duration - 5) < 0.1 && info.isDurationEstimated != flags.isEmpty, "\(duration)")
    #expect(abs(zero.seconds - (Double(start) ?? 0)) < 0.1)
  }
}
