import Foundation
import Testing

/// The built command, run as a user runs it.
enum BuiltCommand {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String

    var lines: [Substring] { output.split(separator: "\n") }
  }

  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  /// Whether a sanitizer watches it (`scripts/run-tests`).
  static let isSanitized = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil

  static var path: String { products.appendingPathComponent("playhead").path }

  static let sampleMedia = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleMedia")
    .path

  /// What tests' lines of the shell are told.
  static let variables = ["MEDIA": sampleMedia, "PLAYHEAD": path]

  /// Runs a line of the shell with the command as `playhead`, in a folder of its own, `$MEDIA`
  /// naming the sample media. Ended by force after two minutes.
  static func run(_ line: String, in folder: URL? = nil) throws -> Outcome {
    let own = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    // Files, not pipes: nothing has to be read while the command runs.
    let (output, errors) = (
      own.appendingPathComponent("stdout"), own.appendingPathComponent("stderr")
    )
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    let process = try SpawnedProcess(
      "/usr/bin/timeout",
      ["-k", "1", "120", "env", "-C", (folder ?? own).path, "bash", "-c"]
        + ["playhead() { '\(path)' \"$@\"; }\n\(line)"],
      variables: variables,
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file(output.path, flags: writing),
        .file(errors.path, flags: writing),
      ])
    let status = process.waitForExit()
    return Outcome(
      status: status,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
