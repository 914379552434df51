import Foundation
import PlayheadTestEnvironment
import Testing

/// The built command, run the way a user runs it.
enum BuiltCommand {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String

    var lines: [Substring] { output.split(separator: "\n") }
  }

  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  static var path: String { products.appendingPathComponent("playhead").path }

  /// The environment variables that the tests' shell scripts use.
  static let variables = ["MEDIA": Repository.sampleMedia, "PLAYHEAD": path]

  /// Runs a shell script and returns its exit status and output.
  ///
  /// The script calls the command as `playhead` and finds the sample media in `$MEDIA`. It runs in
  /// `folder`, or else in a new temporary directory, and is terminated after two minutes. A `make` in it does not
  /// know of the one that runs the tests.
  static func run(_ line: String, in folder: TemporaryDirectory? = nil) throws -> Outcome {
    let own = try TemporaryDirectory()
    // Files instead of pipes, so that nothing has to read the output while the command runs.
    let (output, errors) = (own.path("stdout"), own.path("stderr"))
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    let process = try SpawnedProcess(
      "/usr/bin/timeout",
      ["-k", "1", "120", "env", "-C", (folder ?? own).path, "bash", "-c"]
        + ["unset MAKELEVEL MAKEFLAGS MFLAGS; playhead() { '\(path)' \"$@\"; }\n\(line)"],
      variables: variables,
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file(output, flags: writing),
        .file(errors, flags: writing),
      ])
    let status = process.waitForExit()
    return Outcome(
      status: status,
      output: String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: URL(filePath: errors)), as: UTF8.self))
  }
}
