import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadFormatting

/// Inputs whose length depends on how they are read, with real runs of ffmpeg.
@Suite struct JobInputReadingTests {
  private static let testsrc = "-f lavfi -i testsrc=d=4:r=25:s=64x64"

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script in the folder, and returns its output.
  private func bash(_ script: String) throws -> String {
    let process = try SpawnedProcess(
      "/bin/bash", ["-c", "cd \(folder.path); MEDIA=\(Repository.sampleMedia); \(script)"],
      streams: [
        .file("/dev/null", flags: O_RDONLY),
        .file(folder.path("printed"), flags: O_WRONLY | O_CREAT | O_TRUNC),
        .file("/dev/null", flags: O_WRONLY),
      ])
    _ = process.waitForExit()
    return String(
      decoding: try Data(contentsOf: URL(filePath: folder.path("printed"))), as: UTF8.self)
  }

  /// The duration that cannot be derived is followed by the share of the same inputs.
  @Test func anInputIsReadOnce() throws {
    let sample = try Data(contentsOf: URL(filePath: Repository.sampleMedia + "/mediafile.opus"))
    try folder.write(sample, to: "once.opus")
    let words = ["-i", folder.path("once.opus"), "-af", "silenceremove=1:0:-50dB", "o.wav"]
    let inputs = JobInputs(FFmpegArguments(words))
    _ = inputs.expectedDuration
    try FileManager.default.removeItem(atPath: folder.path("once.opus"))
    #expect(inputs.share != nil)
    #expect(JobInputs(FFmpegArguments(words)).share == nil)
  }

  @Test func readingInputsEndsWithTheJob() {
    let inputs = JobInputs(
      FFmpegArguments(["-i", Repository.sampleMedia + "/mediafile.opus", "o.wav"]))
    inputs.interruption.interrupt()
    #expect(inputs.expectedDuration == nil)
  }

  /// Returns where ffmpeg ends with arguments, and where it is expected to end, in seconds.
  private func ends(_ line: String) throws -> (last: Double, expected: Double?) {
    let printed = try bash("ffmpeg -v error -y \(line) -progress - | grep out_time_us | tail -n 1")
    let last = Double(printed.dropFirst("out_time_us=".utf8.count).dropLast())
    // The test has another current directory.
    let words = line.split(separator: " ").map { word in
      folder.contains(String(word)) ? folder.path(String(word)) : String(word)
    }
    let expected = JobInputs(FFmpegArguments(words)).expectedDuration
    return (try #require(last, "\(printed)") / 1e6, expected?.seconds)
  }

  @Test(
    .enabled(if: JobShareTests.hasFFmpeg, "ffmpeg is not installed"),
    arguments: TestEffort.few([
      ("\(testsrc) x.mjpeg", "-framerate 50 -i x.mjpeg -c copy o.mkv"),
      ("\(testsrc) x.mjpeg", "-framerate 50 -i x.mjpeg -c:v mpeg4 o.mkv"),
      ("\(testsrc) x.mjpeg", "-r 50 -i x.mjpeg -c copy o.mkv"),
      ("\(testsrc) x.mjpeg", "-f mjpeg -r 50 -i x.mjpeg -c copy o.mkv"),
      ("\(testsrc) -c:v mpeg4 x.m4v", "-r 50 -i x.m4v -c:v mpeg4 o.mkv"),
      (
        "\(testsrc) -f rawvideo -pix_fmt gray x.raw",
        "-f rawvideo -s 64x64 -pix_fmt gray -r 10 -i x.raw o.gif"
      ),
      ("-f lavfi -i sine=d=4:r=8000 -f s16le x.sw", "-f s16le -ar 8000 -ac 1 -i x.sw o.wav"),
      ("-f lavfi -i sine=d=4:r=8000 -f s16le x.sw", "-f s16le -ar 16000 -i x.sw o.wav"),
      (
        "-f lavfi -i sine=d=4:r=8000 -f s16le x.sw",
        "-stream_loop 2 -f s16le -ar 8000 -i x.sw o.wav"
      ),
      (
        "-f lavfi -i testsrc=d=4:r=10:s=64x64 x.gif",
        "-ignore_loop 0 -i x.gif -t 20 -c:v mpeg4 o.mkv"
      ),
      (
        "-f lavfi -i testsrc=d=4:r=10:s=64x64 -loop 3 x.gif",
        "-ignore_loop 0 -i x.gif -c:v mpeg4 o.mkv"
      ),
      // An estimate that is too long, and one that takes the first bit rate for all.
      ("-i $MEDIA/coffee_vbr_art.mp3 -vn -c copy -write_xing 0 x.mp3", "-i x.mp3 o.wav"),
      ("-i $MEDIA/mediafile-full.m4a -vn -c copy x.aac", "-i x.aac o.wav"),
      (
        "-i $MEDIA/mediafile-full.m4a -vn -c copy x.aac",
        "-i x.aac -stream_loop 1 -i x.aac -map 1 o.wav"
      ),
    ]))
  func theDurationIsThatOfTheInputAsItIsRead(made: String, line: String) throws {
    _ = try bash("ffmpeg -v error -y \(made)")
    let (last, expected) = try ends(line)
    #expect(abs(try #require(expected) - last) <= max(0.03 * last, 0.15), "\(line)")
  }

  @Test(.enabled(if: JobShareTests.hasFFmpeg, "ffmpeg is not installed"))
  func namesNeedNotBeText() throws {
    _ = try bash(
      """
      ffmpeg -v error -f lavfi -i color=d=0.4:r=25:s=16x16 $'a\\xe9'%d.png
      ffmpeg -v error -f lavfi -i sine=d=3 $'b\\xe9.wav'; printf "file b\\xe9.wav\\nfile 'b\\xe9.wav'" > $'c\\xe9'
      """)
    func expected(_ words: [[UInt8]]) -> Double? {
      JobInputs(FFmpegArguments(words.map(CommandLine.exactText))).expectedDuration?.seconds
    }
    let path = Array(folder.path.utf8) + [0x2F]
    func word(_ text: String) -> [UInt8] { Array(text.utf8) }
    let images = path + word("a") + [0xE9] + word("%d.png")
    #expect(expected([word("-framerate"), word("1"), word("-i"), images, word("o.gif")]) == 10)
    let pattern = path + word("a") + [0xE9] + word("*.png")
    #expect(
      expected([word("-pattern_type"), word("glob"), word("-i"), pattern, word("o.gif")]) == 0.4)
    let list = path + word("c") + [0xE9]
    #expect(expected([word("-f"), word("concat"), word("-i"), list, word("o.wav")]) == 6)
  }
}

extension TemporaryDirectory {
  /// Whether a file with a name is in the directory.
  fileprivate func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }
}
