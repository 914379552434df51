import PlayheadFormatting
import PlayheadListFiles
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadReading

/// Prints the properties of the files of a command line.
final class InspectSession: Sendable {
  private let options: InspectOptions
  private let files: [ListedFile]
  private let interruption = Interruption()
  private let stopReason = Locked(EndReason?.none)

  init(_ options: InspectOptions) {
    self.options = options
    files = options.listedFiles(options.files)
  }

  /// Interrupts the opening of the current file, and opens no more.
  func stop(_ reason: EndReason) {
    stopReason.withLock { $0 = reason }
    interruption.interrupt()
  }

  func run() -> ExitStatus {
    let output = StandardOutput()
    var status = ExitStatus.played
    for file in files {
      if interruption.isInterrupted || output.isOver { break }
      if !inspect(file, to: output) { status = .failed }
    }
    if let status = stopReason.withLock({ $0 })?.exitStatus { return status }
    return output.hasFailed ? .failed : status
  }

  /// Prints the properties of a file. Returns whether it could be opened.
  private func inspect(_ file: ListedFile, to output: StandardOutput) -> Bool {
    let name = file.name
    do throws(MediaError) {
      let media = try file.media(options.access)
      let info = try PreparedMedia(opening: media, interruption: interruption).info
      output.write(
        options.format == .json
          ? MediaInfoJSON.object(of: info, file: name).text + "\n"
          : MediaInfoText.text(of: info, file: name))
      return true
    } catch {
      if interruption.isInterrupted { return false }
      Messages.say("\(error)")
      if options.format == .json {
        output.write(
          JSONObject.ofError(error, version: MediaInfoJSON.version, file: name).text + "\n")
      }
      return false
    }
  }
}
