import Foundation
import PlayheadTestEnvironment

/// A private session bus, and programs on it. All end with this object, or after two minutes.
final class PrivateBus {
  let address: String
  private let folder: TemporaryDirectory
  private var processes: [SpawnedProcess] = []

  init() throws {
    folder = try TemporaryDirectory()
    let output = Pipe()
    let words = [
      "dbus-daemon", "--session", "--nofork", "--print-address",
      "--address=unix:path=\(folder.path("bus"))",
    ]
    processes = [
      try SpawnedProcess(
        "/usr/bin/timeout", ["-k", "1", "120"] + words,
        streams: [
          .file("/dev/null", flags: O_RDONLY),
          .descriptor(output.fileHandleForWriting.fileDescriptor),
          .file("/dev/null", flags: O_WRONLY),
        ])
    ]
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { end() }

  /// Ends the bus and the programs, and waits until they have ended.
  func end() {
    for process in processes {
      process.send(SIGTERM)
      process.waitForExit()
    }
    processes = []
  }

  /// Starts the built command with `--mpris`.
  func startPlayhead(_ arguments: String...) throws {
    let beside = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "playhead").path
    let command = ProcessInfo.processInfo.environment["PLAYHEAD_COMMAND"] ?? beside
    let null = SpawnedProcess.Stream.file("/dev/null", flags: O_RDWR)
    processes.append(
      try SpawnedProcess(
        "/usr/bin/timeout", ["-k", "1", "120", command, "-q", "--mpris"] + arguments,
        variables: ["DBUS_SESSION_BUS_ADDRESS": address], streams: [null, null, null]))
  }
}
