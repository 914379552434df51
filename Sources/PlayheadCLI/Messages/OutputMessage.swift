/// A message about an output, or about a command that `--exec` or `measure` runs. Other errors of
/// outputs have the message of `errno`.
enum OutputMessage: Message {
  case linkInSharedDirectory(String)
  case skippedCommand(running: Int)
  case skippedCommands(Int)
  case exited(status: Int32)
  case tooFewPositions
  case unorderedPositions(Int, count: Int)

  var text: String {
    switch self {
    case .linkInSharedDirectory(let name):
      "'\(name)' is a symbolic link in a world-writable directory"
    case .skippedCommand(let running): "skipped because \(running) commands are running"
    case .skippedCommands(let count): "\(count) commands were skipped in total"
    case .exited(let status): "exited with status \(status)"
    case .tooFewPositions: "fewer than two positions found (see --regex)"
    case .unorderedPositions(let backward, let count):
      "warning: \(backward) of \(count) positions are less than the previous one "
        + "(use --regex to select the position)"
    }
  }
}
