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

  /// Whether a sanitizer watches it (`scripts/test-sanitized`).
  static let isSanitized = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil

  static var path: String { products.appendingPathComponent("playhead").path }

  static let sampleMedia = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleMedia")
    .path

  /// Runs a line of the shell with the command as `playhead`, in a folder of its own, `$MEDIA`
  /// naming the sample media. Ended by force after two minutes.
  static func run(_ line: String, in folder: URL? = nil) throws -> Outcome {
    let own = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = [
      "-k", "1", "120", "bash", "-c", "playhead() { '\(path)' \"$@\"; }\n\(line)",
    ]
    process.currentDirectoryURL = folder ?? own
    var environment = ProcessInfo.processInfo.environment
    environment["MEDIA"] = sampleMedia
    environment["PLAYHEAD"] = path
    process.environment = environment
    // Files, not pipes: nothing has to be read while the command runs.
    let (output, errors) = (
      own.appendingPathComponent("stdout"), own.appendingPathComponent("stderr")
    )
    for url in [output, errors] { try Data().write(to: url) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
