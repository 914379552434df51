import Glibc
import PlayheadArguments
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadRecords

/// The command `playhead`.
public enum Command {
  /// Runs a command line, whose first element is the name of the command. Call this only once, on the main thread.
  public static func run(_ arguments: [String]) -> ExitStatus {
    occupyStandardDescriptors()
    // A parent that ignores it would make the system discard the exit statuses of children.
    signal(SIGCHLD, SIG_DFL)
    if let program = MPVProgram(arguments) { return program.run() }
    do throws(UsageError) {
      switch try Invocation.parse(arguments) {
      case .text(let text): return print(text)
      case .version: return print(Help.versionText)
      case .run(let action): return try action.run()
      }
    } catch {
      Messages.say(error)
      return .wrongUsage
    }
  }

  private static func print(_ text: String) -> ExitStatus {
    // When the reader closes the pipe, the write reports the error.
    signal(SIGPIPE, SIG_IGN)
    let output = StandardOutput()
    output.write(text + "\n")
    return output.hasFailed ? .failed : .played
  }

  /// Opens `/dev/null`, in the wrong mode, for closed standard descriptors, so that no file gets their numbers.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

extension Help {
  /// The text of `--version`, including the version of the record formats for scripts.
  static let versionText = "\(version)\nrecord formats \(JSONFormat.version)"
}
