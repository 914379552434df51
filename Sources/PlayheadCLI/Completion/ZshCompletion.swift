import PlayheadArguments
import PlayheadFormatting

/// The completion script for zsh.
enum ZshCompletion {
  static var text: String {
    let names = Subcommand.all.map(\.name)
    return """
      #compdef playhead
      # zsh completion for playhead, written by: playhead completion zsh
      _playhead() {
        local subcommand=play
        if (( CURRENT > 2 )) && [[ ${words[2]} = (\(names.joined(separator: "|"))) ]]; then
          subcommand=${words[2]}
          shift words
          (( CURRENT-- ))
        elif (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then
          compadd -- \(names.joined(separator: " "))
        fi
        case $subcommand in
      \(Subcommand.all.map(branch).joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = _playhead ]; then _playhead "$@"; else compdef _playhead playhead; fi
      """
  }

  private static func branch(_ subcommand: Subcommand) -> String {
    let words = subcommand.options.operandWords
    let operands =
      if !words.isEmpty {
        "'1:what:(\(words.joined(separator: " ")))'"
      } else {
        subcommand.options.stopsAtOperand ? "'*::command:_normal'" : "'*:file:_files'"
      }
    let lines = subcommand.options.rows.map(specification) + [operands]
    return "    \(subcommand.name))\n      _arguments -s -S \\\n"
      + lines.map { "        \($0)" }.joined(separator: " \\\n") + " ;;"
  }

  /// Returns an option for `_arguments`, such as `{-f+,--format=}'[help]'':FORMAT:(text json)'`.
  private static func specification(_ option: OptionRow) -> String {
    let sign = option.argument == nil ? "" : "="
    let long = "--\(option.long)\(sign)"
    let names =
      option.short.map { "{-\($0)\(option.argument == nil ? "" : "+"),\(long)}" } ?? long
    let help = "[\(escaped(option.help))]".shellQuoted
    guard let argument = option.argument else { return "\(names)\(help)" }
    let words = option.words.joined(separator: " ")
    let action =
      if option.takesList {
        "_sequence compadd - \(words)"
      } else if !option.words.isEmpty {
        "(\(words))"
      } else {
        option.takesFile ? "_files" : " "
      }
    let colon = option.isArgumentOptional ? "::" : ":"
    return "\(names)\(help)\("\(colon)\(escaped(argument)):\(action)".shellQuoted)"
  }

  /// Escapes brackets, colons and backslashes, which have a meaning in a specification.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      if "[]:\\".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
