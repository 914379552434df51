import Glibc
import PlayheadKit

/// The command `playhead`: what it was asked, done.
public enum Command {
  /// Runs the command line, its name first. To be called once, on the main thread.
  public static func run(_ arguments: [String]) -> ExitStatus {
    do throws(UsageError) {
      switch try Invocation.parse(arguments) {
      case .help: print(Help.text)
      case .version: print(Help.version)
      case .play(let options): return try play(options)
      }
      return .played
    } catch {
      Messages.say("\(error.message); see playhead --help")
      return .wrongUsage
    }
  }

  private static func play(_ options: PlayOptions) throws(UsageError) -> ExitStatus {
    MediaLog.isVerbose = options.isVerbose
    occupyStandardDescriptors()
    let session: PlaySession
    do throws(UsageError) {
      session = try PlaySession(options)
    } catch {
      Messages.say(error.message)
      return .failed
    }
    // A reader that goes away is told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    TerminationSignals.handle { reason in session.stop(reason) }
    return session.run()
  }

  /// What is opened later must not take the place of a standard descriptor that came closed. The
  /// place is taken by one that cannot be used that way: using it is told as an error.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
