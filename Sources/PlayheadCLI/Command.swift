import Dispatch
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
    let session: PlaySession
    do throws(UsageError) {
      session = try PlaySession(options)
    } catch {
      Messages.say(error.message)
      return .failed
    }
    // A reader that goes away is told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    let signals = [(SIGINT, EndReason.interrupted), (SIGTERM, .terminated)].map { number, reason in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // A second one ends the command whatever it is waiting for.
        signal(number, SIG_DFL)
        session.stop(reason)
      }
      source.activate()
      return source
    }
    defer { for source in signals { source.cancel() } }
    return session.run()
  }
}
