import PlayheadFormatting
import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadReading

/// Prints the properties of the files of a command line.
final class InspectSession: Sendable {
  private let options: InspectOptions
  private let files: [ListedFile]
  let stopRequest = StopRequest()
  private var interruption: Interruption { stopRequest.interruption }

  init(_ options: InspectOptions) {
    self.options = options
    files = options.listedFiles(options.files)
  }

  func run() -> ExitStatus {
    let output = StandardOutput()
    var status = ExitStatus.played
    for file in files {
      if interruption.isInterrupted || output.isOver { break }
      if !inspect(file, to: output) { status = .failed }
    }
    if let status = stopRequest.exitStatus { return status }
    return output.hasFailed ? .failed : status
  }

  /// Prints the properties of a file. Returns whether it could be opened.
  private func inspect(_ file: ListedFile, to output: StandardOutput) -> Bool {
    let name = file.name
    do throws(MediaError) {
      let media = try file.media(options.access)
      let prepared = try PreparedMedia(opening: media, interruption: interruption)
      let info = prepared.info
      var timecodes = options.showsTimecode ? FileTimecode.declared(in: info) : nil
      var failure: MediaError?
      if options.showsTimecode {
        do throws(MediaError) {
          // Standard input cannot be opened again.
          if info.isSeekable {
            let group = try FileTimecode.ofGroup(in: media, interruption: interruption)
            if let group, timecodes?.contains(where: { $0.timecode == group.timecode }) == false {
              timecodes?.append(group)
            }
          }
          timecodes? += try FileTimecode.linear(in: prepared, interruption: interruption)
        } catch {
          failure = error
        }
      }
      switch options.format {
      case .json:
        let object = MediaInfoJSON.object(of: info, file: name)
        let added = timecodes.map { object.adding(["timecodes": .objects($0.map(\.json))]) }
        output.write((added ?? object).text + "\n")
      case .text:
        let lines = (timecodes ?? []).flatMap(\.lines).map { "  \($0.printable)\n" }
        output.write(MediaInfoText.text(of: info, file: name) + lines.joined())
      }
      if let failure, !interruption.isInterrupted { Messages.say("\(failure)") }
      return failure == nil
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

/// The properties of media as a JSON object. Its schema is in docs/user/formats.md, its keys are those of `MediaInfo`.
enum MediaInfoJSON {
  /// The version of the schema, which increases when a key is removed or changed, not when one is added.
  static let version = 1

  static func object(of info: MediaInfo, file: String) -> JSONObject {
    JSONObject.ofFile(file, type: "media", version: version).adding(.encoding(info))
  }
}
