import PlayheadArguments

/// The completion script for bash.
enum BashCompletion {
  static var text: String {
    """
    # bash completion for playhead, written by: playhead completion bash
    # Completes the last of several words with commas between them.
    _playhead_list() {
      local first=
      [[ $word = *,* ]] && first=${word%,*},
      COMPREPLY=($(compgen -P "$first" -W "$1" -- "${word##*,}"))
      compopt -o nospace 2>/dev/null
    }
    _playhead() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} subcommand=play
      local options= words= index
      case ${COMP_WORDS[1]} in
        \(names.joined(separator: "|"))) [ "$COMP_CWORD" -gt 1 ] && subcommand=${COMP_WORDS[1]} ;;
      esac
      # What stands before an = is the option that the word belongs to.
      [ "$word" = = ] && word=
      [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD-2]}
      COMPREPLY=()
      for ((index = 1; index < COMP_CWORD; index++)); do
        [ "${COMP_WORDS[index]}" = -- ] && { compopt -o default 2>/dev/null; return; }
      done
      case $subcommand:$before in
    \(arguments.joined(separator: "\n"))
      esac
      case $subcommand in
    \(options.joined(separator: "\n"))
      esac
      case $word in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *)
          [ "$COMP_CWORD" = 1 ] && words="\(names.joined(separator: " "))"
          COMPREPLY=($(compgen -W "$words" -- "$word"))
          case $subcommand in completion | help) ;; *) compopt -o default 2>/dev/null ;; esac
          ;;
      esac
    }
    complete -F _playhead playhead
    """
  }

  private static let names = Subcommand.all.map(\.name)

  /// The cases that complete the arguments of options.
  private static var arguments: [String] {
    Subcommand.all.flatMap { subcommand in
      subcommand.options.rows.compactMap { option -> String? in
        guard option.argument != nil else { return nil }
        let patterns = [option.short.map { "-\($0)" }, "--\(option.long)"].compactMap(\.self)
          .map { "\(subcommand.name):\($0)" }.joined(separator: "|")
        let reply =
          option.words.isEmpty
          ? option.takesFile ? "compopt -o default 2>/dev/null" : ":"
          : option.takesList
            ? "_playhead_list \"\(option.words.joined(separator: " "))\""
            : "COMPREPLY=($(compgen -W \"\(option.words.joined(separator: " "))\" -- \"$word\"))"
        // If the argument is optional, the next word may be anything.
        let end =
          option.isArgumentOptional ? "[ ${#COMPREPLY[@]} -gt 0 ] && return" : "return"
        return "    \(patterns)) \(reply); \(end) ;;"
      }
    }
  }

  private static var options: [String] {
    Subcommand.all.map { subcommand in
      let options = subcommand.options.rows.flatMap { option in
        [option.short.map { "-\($0)" }, "--\(option.long)"].compactMap(\.self)
      }
      return "    \(subcommand.name)) options=\"\(options.joined(separator: " "))\""
        + " words=\"\(subcommand.options.operandWords.joined(separator: " "))\" ;;"
    }
  }
}
