import Foundation
import Glibc
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Containers whose headers state the length of the file, or of the media.
@Suite struct StatedLengthTests {
  private static let kinds = [
    ("aiff", "pcm_s16be"), ("asf", "wmav2"), ("avi", "mp3"), ("caf", "pcm_s16be"), ("flv", "mp3"),
    ("mkv", "flac"),
    ("sox", "pcm_s32le"), ("tta", "tta"), ("w64", "pcm_s16le"), ("wav", "pcm_s16le"),
    ("wma", "wmav1"),
  ]

  private func findings(_ bytes: Data, _ name: String) throws -> [Finding] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "made.\(name)")
    return try TimingReport(of: path).findings
  }

  @Test(arguments: kinds.filter { _ in StampedMedia.ffmpeg != nil })
  func aFileThatIsCutIsTruncated(_ container: String, _ codec: String) throws {
    let whole = try StampedMedia.make(
      StampedMedia.Kind(
        container: container, sample: "bbb_small.mp4", arguments: ["-vn", "-c:a", codec]))
    #expect(try !findings(whole, container).contains { $0.kind == .truncated })
    let cut = try findings(whole.prefix(whole.count * 6 / 10), container)
    // FLV states only how long it lasts.
    let expected: Finding.Kind = container == "flv" ? .durationMismatch : .truncated
    #expect(cut.contains { $0.kind == expected && $0.severity == .error }, "\(cut)")
  }

  /// A writer that cannot go back to its header states no length.
  @Test(arguments: kinds.filter { _ in StampedMedia.ffmpeg != nil })
  func aFileThatWasStreamedIsNotTruncated(_ container: String, _ codec: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("streamed.\(container)")
    let format = container == "wma" ? "asf" : container == "mkv" ? "matroska" : container
    let process = try SpawnedProcess(
      "/bin/sh",
      [
        "-c", "\"$0\" -v error -nostdin -i \"$1\" -vn -c:a \"$2\" -f \"$3\" - | cat >\"$4\"",
        try #require(StampedMedia.ffmpeg), Repository.sample("bbb_small.mp4"), codec, format, path,
      ],
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file("/dev/null", flags: O_WRONLY),
        .file("/dev/null", flags: O_WRONLY),
      ])
    try #require(process.waitForExit() == 0)
    let streamed = try Data(contentsOf: URL(filePath: path))
    // Some are not written into a pipe.
    if streamed.count < 10_000 { return }
    #expect(try !findings(streamed, container).contains { $0.kind == .truncated })
  }
}
