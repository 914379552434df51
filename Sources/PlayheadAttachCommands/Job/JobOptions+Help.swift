import PlayheadArguments

/// The help of `job`: the usual options, on one screen, and all options.
extension JobOptions {
  private static let mostNeeded = OptionGroup(
    "",
    table.filter {
      ["of", "duration", "pid", "name", "interval", "every", "format", "log", "exec", "quiet"]
        .contains($0.long)
    })

  package static var help: String {
    """
    \(introduction)

    \(Help.rows([mostNeeded], then: [("-h, --help all", "print all options")], apart: false))
    """
  }

  package static func fullHelp(among subcommands: [Subcommand]) -> String {
    """
    \(introduction)

    \(Help.rows(groups))

    The duration of the output is derived from the arguments and the inputs. If
    that is not possible, the percentage is the share of the inputs that was read.
    Signals and keys go to COMMAND.
    Of a process that already runs, the position is where it reads or writes media.
    Exit status: that of the command; 128 + signal number if a signal ended it,
    126 or 127 if it cannot be run, 1 no process with media, 2 usage error.
    """
  }

  private static let introduction = """
    playhead job runs ffmpeg and prints the position in its output.

    usage: playhead job [OPTIONS] [--] COMMAND [ARGUMENT...]
           playhead job [OPTIONS] --of [--] COMMAND [ARGUMENT...]
           playhead job [OPTIONS] --pid PID | --name COMMAND

    COMMAND is ffmpeg, also behind nice, env, taskset or time. It runs unchanged,
    except for -progress, which reports to playhead. With --of it is any program
    that prints its position, as for playhead measure.
    """
}
