import PlayheadArguments
import PlayheadOutputs

/// The options of `playhead resume`.
package struct ResumeOptions {
  enum Action {
    case list
    case forget
    case forgetAll
  }

  private var lists = false
  private var forgets = false
  private var isAll = false
  private(set) var printsJSON = false
  private(set) var action = Action.list
  private(set) var files: [String] = []

  package init() {}
}

extension ResumeOptions: SubcommandAction {
  package static let table: [CommandOption<ResumeOptions>] = [
    .flag("l", "list", "print the saved positions, the newest first", \.lists),
    .flag(nil, "json", "print a JSON object for each (with --list)", \.printsJSON),
    .flag(nil, "forget", "remove the saved positions of the files", \.forgets),
    .flag(nil, "all", "remove all saved positions (with --forget)", \.isAll),
  ]

  package static var help: String {
    """
    playhead resume lists the saved positions of files, or removes them.

    usage: playhead resume --list [--json] | --forget FILE... | --forget --all

    \(Help.rows(table))

    playhead --resume FILE starts where the file was left. --list prints position,
    duration and path; a file that was changed since is not resumed. The positions
    are in $XDG_STATE_HOME/playhead, by default ~/.local/state/playhead.

    Exit status: 0 success, 1 a file has no saved position, 2 usage error.
    """
  }

  package static var foreignOptions: [String: ForeignOption] {
    [
      "format": .instead("--json"), "remove": .instead("--forget"), "delete": .instead("--forget"),
      "clear": .instead("--forget --all"),
    ]
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    guard lists || forgets else {
      throw .missing("--list or --forget", requiredBy: "resume")
    }
    if lists, forgets { throw .conflict("--list", with: "--forget") }
    if isAll, !forgets { throw .missing("--forget", requiredBy: "--all") }
    if printsJSON, !lists { throw .missing("--list", requiredBy: "--json") }
    if lists || isAll {
      guard operands.isEmpty else {
        throw .operandCount(
          operands.count, subcommand: lists ? "resume --list" : "resume --forget --all",
          expected: "no file")
      }
    } else if operands.isEmpty {
      throw .missingOperand("file", command: "playhead resume")
    }
    files = operands
    action = lists ? .list : isAll ? .forgetAll : .forget
  }
}
