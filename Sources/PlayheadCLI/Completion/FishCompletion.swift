import PlayheadArguments

/// The completion script for fish.
enum FishCompletion {
  static var text: String {
    let names = Subcommand.all.map(\.name)
    var lines = [
      "# fish completion for playhead, written by: playhead completion fish",
      "function __playhead_subcommand",
      "  set -l words (commandline -opc)",
      "  if set -q words[2]; and contains -- $words[2] \(names.joined(separator: " "))",
      "    echo $words[2]",
      "  else",
      "    echo play",
      "  end",
      "end",
      "complete -c playhead -n 'test (count (commandline -opc)) = 1' -a '\(names.joined(separator: " "))'",
    ]
    for subcommand in Subcommand.all {
      let operands = subcommand.options.operandWords
      let condition = "-n 'test (__playhead_subcommand) = \(subcommand.name)'"
      for option in subcommand.options.rows {
        var words = ["complete -c playhead \(condition)"]
        if let short = option.short { words.append("-s \(short)") }
        words.append("-l \(option.long)")
        if option.isArgumentOptional, !option.words.isEmpty {
          // The next word may be the argument, or a file.
          words.append("-r -F")
        } else if option.argument != nil, !option.isArgumentOptional {
          words.append(option.takesFile ? "-r -F" : "-x")
        }
        if option.takesList {
          let list = option.words.joined(separator: "\\\\n")
          words.append("-a '(__fish_complete_list , \"printf \(list)\\\\n\")'")
        } else if !option.words.isEmpty {
          words.append("-a '\(option.words.joined(separator: " "))'")
        }
        words.append("-d \(quoted(option.help))")
        lines.append(words.joined(separator: " "))
      }
      if !operands.isEmpty {
        lines.append(
          "complete -c playhead \(condition) -f -a '\(operands.joined(separator: " "))'")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    "'"
      + text.reduce(into: "") { text, character in
        if "'\\".contains(character) { text.append("\\") }
        text.append(character)
      } + "'"
  }
}
