import PlayheadJobs
import Testing

@Suite struct InputReadingTests {
  @Test(
    arguments: [
      ("-f s16le -ar 8000 -ac 1 -i a", ["sample_rate": "8000", "ch_layout": "1C"]),
      (
        "-f s16le -sample_rate 8000 -ch_layout mono -i a",
        ["sample_rate": "8000", "ch_layout": "mono"]
      ),
      // Without a format ffmpeg keeps these for its decoders.
      ("-ac 1 -r 50 -channel_layout mono -i a", [:]), ("-f mjpeg -r 50 -i a", ["framerate": "50"]),
      ("-framerate 50 -i a", ["framerate": "50"]),
      (
        "-f rawvideo -s:v 2x2 -pix_fmt gray -i a",
        ["video_size": "2x2", "pixel_format": "gray"]
      ),
      ("-ss 1 -t 2 -ignore_loop 0 -threads:v 1 -i a", [:]),
      ("-headers X:y -user_agent z -i http://a/b", ["headers": "X:y", "user_agent": "z"]),
    ] as [(String, [String: String])])
  func ffmpegReadsWithTheseOptions(line: String, options: [String: String]) {
    let arguments = FFmpegArguments(line.split(separator: " ").map(String.init))
    #expect(arguments.inputs.first?.formatOptions == options)
  }
}
