import PlayheadArguments
import PlayheadFormatting
import PlayheadOutputs
import PlayheadTimekeeping

/// Prints or removes saved positions.
struct ResumeCommand {
  private static let version = 1

  /// The state of a file, compared with the time when its position was saved.
  private enum Condition: String {
    case resumable
    case changed
    case missing
  }

  let options: ResumeOptions
  let store: PositionStore

  func run() -> ExitStatus {
    switch options.action {
    case .list: list()
    case .forget: forget(options.files)
    case .forgetAll: reportingFailure { () throws(SystemFailure) in try store.removeAll() }
    }
  }

  private func list() -> ExitStatus {
    let output = StandardOutput()
    let status = reportingFailure { () throws(SystemFailure) in
      for position in try store.all() {
        output.bytes += (options.printsJSON ? json(position) : text(position)).utf8
        output.flushIfLong()
      }
    }
    output.flush()
    return output.hasFailed ? .failed : status
  }

  private func forget(_ files: [String]) -> ExitStatus {
    var status = ExitStatus.played
    for file in files {
      let name = CommandLine.readableText(of: file)
      do throws(SystemFailure) {
        if let resumable = ResumableFile(file, MediaAccess()), try store.remove(resumable) {
          continue
        }
        Messages.say(FileMessage.noSavedPosition, about: name)
      } catch {
        Messages.say(error, about: store.name)
      }
      status = .failed
    }
    return status
  }

  private func reportingFailure(_ body: () throws(SystemFailure) -> Void) -> ExitStatus {
    do throws(SystemFailure) {
      try body()
      return .played
    } catch {
      Messages.say(error, about: store.name)
      return .failed
    }
  }

  private func text(_ saved: SavedPosition) -> String {
    func clock(_ time: MediaTime?) -> String {
      time.map { time in String { $0.append(clock: time, places: 3) } } ?? "-           "
    }
    let condition = condition(of: saved)
    let note = condition == .resumable ? "" : "  (\(condition))"
    return "\(clock(saved.position))  \(clock(saved.duration))  \(saved.file.readableName)\(note)"
      .printable + "\n"
  }

  private func json(_ saved: SavedPosition) -> String {
    let object = JSONObject.ofFile(
      saved.file.readableName, type: "saved-position", version: ResumeCommand.version)
    let members: JSONObject = [
      "position": .seconds(saved.position), "duration": .seconds(saved.duration),
      "size": .number(saved.file.version.size),
      "modified": .string(saved.file.version.modifiedText),
      "saved": .string(String { saved.saved.append(to: &$0) }),
      "state": .string(condition(of: saved).rawValue),
    ]
    return object.adding(members).text + "\n"
  }

  private func condition(of saved: SavedPosition) -> Condition {
    guard saved.file.version.size != nil else { return .resumable }
    guard let file = ResumableFile(saved.file.argument, MediaAccess()), file.version.size != nil
    else { return .missing }
    return saved.isValid(for: file) ? .resumable : .changed
  }
}
