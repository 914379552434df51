import Foundation
import PlayheadCLI

/// One way to read one file with an extreme number in its headers.
struct FieldRun {
  let file: FieldFile.Case
  let way: Way
  /// Selects what the server does and declares.
  let number: Int

  var name: String { "\(way.rawValue): \(file.name)" }

  /// Whether the file can be read in this way.
  var canBegin: Bool {
    file.file.companions.isEmpty || way.isAnalysis || file.file.isPlayable && !way.isRemote
  }

  /// Reads the file in this process.
  ///
  /// - Parameter name: The name of the file in the working directory, which also contains the files that it
  ///   names.
  /// - Returns: The command's status.
  func run(name: String) -> Int32 {
    // Ends the process if it runs forever. A run takes milliseconds.
    alarm(180)
    var server: MediaServer?
    if way.isRemote {
      let conducts = MediaServer.Conduct.all(length: file.bytes.count)
      server = try? MediaServer(file.bytes, conducts[number % conducts.count])
    }
    let arguments = way.arguments(
      server?.url(name) ?? name, list: "list", options: file.options)
    let status = Command.run(["playhead"] + arguments)
    withExtendedLifetime(server) {}
    return status.rawValue
  }
}
