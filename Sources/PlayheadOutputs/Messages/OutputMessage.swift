/// A message about an output, about the files that `analyze` reads, about a process that `job` watches, or
/// about a command that `--exec` or `measure` runs. Other errors of outputs have the message of `errno`.
package enum OutputMessage: Message {
  case linkInSharedDirectory(String)
  case skippedCommand(running: Int)
  case skippedCommands(Int)
  case exited(status: Int32)
  case noOpenMedia
  case tooFewPositions
  case unorderedPositions(Int, count: Int)
  case unreadableRecords
  case noRecords
  case noPage
  case otherFile(format: String)
  case finishing(files: Int)
  case stopped(remaining: Int, isComplete: Bool)
  case silent
  case silentRate
  case positionNotSaved(reason: String)
  case positionsSavedLate(seconds: Int64)
  case noStateDirectory
  case noMPRIS(reason: String)

  package var text: String {
    switch self {
    case .linkInSharedDirectory(let name):
      "'\(name)' is a symbolic link in a world-writable directory"
    case .skippedCommand(let running): "skipped because \(running) commands are running"
    case .skippedCommands(let count): "\(count) commands were skipped in total"
    case .exited(let status): "exited with status \(status)"
    case .noOpenMedia: "ended without open media"
    case .tooFewPositions: "fewer than two positions found (see --regex)"
    case .unorderedPositions(let backward, let count):
      "warning: \(backward) of \(count) positions are less than the previous one "
        + "(use --regex to select the position)"
    case .unreadableRecords: "--skip-recorded requires a regular file"
    case .noRecords: "not a file of records; it is not changed"
    case .noPage: "not a page of --html; it is not replaced"
    case .otherFile(let format): "not a file of records in the format \(format); it is not changed"
    case .finishing(let count):
      "finishing \(OutputMessage.files(count)) (another signal abandons them)"
    case .stopped(let count, let isComplete):
      "stopped with \(isComplete ? "" : "at least ")\(OutputMessage.files(count)) remaining"
    case .silent: "playing without sound"
    case .silentRate: "no sound at rates below 0.5 or above 3"
    case .positionNotSaved(let reason): "position not saved: \(reason)"
    case .positionsSavedLate(let seconds):
      "saving the position took \(seconds) s; if playback is killed, as much may be lost"
    case .noStateDirectory:
      "no saved positions: HOME, XDG_STATE_HOME and STATE_DIRECTORY are not set"
    case .noMPRIS(let reason): "no MPRIS: \(reason)"
    }
  }

  private static func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }
}
