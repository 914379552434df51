import CPlayheadSystem
import Glibc
import PlayheadArguments
import PlayheadFFmpeg
import PlayheadOutputs
import PlayheadProcesses
import PlayheadRemoteControl
import PlayheadTerminal
import PlayheadTimekeeping

/// The command `playhead`.
public enum Command {
  /// Runs a command line, whose first element is the name of the command. Call this only once, on
  /// the main thread.
  public static func run(_ arguments: [String]) -> ExitStatus {
    occupyStandardDescriptors()
    // A parent that ignores it would make the system discard the exit statuses of children.
    signal(SIGCHLD, SIG_DFL)
    if let name = arguments.first, MPVCommandLine.isMeant(by: name) {
      return play(MPVProgram(arguments))
    }
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

  /// Plays with the command line of mpv.
  private static func play(_ program: MPVProgram) -> ExitStatus {
    if let status = program.answer() { return status }
    program.prepare()
    do throws(UsageError) {
      return try play(program.options, as: program)
    } catch {
      Messages.say(error)
      return .failed
    }
  }

  static func play(
    _ options: PlayOptions, as mpv: MPVProgram? = nil
  ) throws(UsageError) -> ExitStatus {
    system_prepare_allocator(1)
    MediaLog.isVerbose = options.isVerbose
    guard options.isInstant || SystemHostClock.prepareTimers() else {
      Messages.say(SystemFailure(code: EMFILE))
      return .failed
    }
    var files = options.listedFiles(options.files)
    files = mpv?.ordered(files) ?? files
    try options.checkPlaces(against: files)
    let session: PlaySession
    let control: ControlInput?
    do throws(FileFailure) {
      session = try PlaySession(options, files)
      control = try ControlInput(options, session.performInOrder)
      mpv?.configure(session)
    } catch {
      Messages.say(error.message)
      return .failed
    }
    let mpris = options.remote.mprisName.map { name in
      MPRISService(session, name: name) { Messages.say(OutputMessage.noMPRIS(reason: $0)) }
    }
    // With `--instant` there is no playback in real time to suspend.
    if !options.isInstant { TerminalSignals.block() }
    return SubcommandRun.stoppingAtSignals(
      session.stop, report: session.report, mayTakeLonger: { session.outputs.commands.isFinishing }
    ) {
      var clients: ClientServing?
      do throws(FileFailure) {
        clients = try ClientServing(options, of: session)
      } catch {
        Messages.say(error.message)
        // mpv plays without clients.
        if mpv == nil { return .failed }
      }
      if !options.isInstant { TerminalSignals.begin(session.terminalHandlers) }
      control?.begin()
      mpris?.begin()
      clients?.begin()
      defer {
        mpris?.close()
        clients?.end()
      }
      mpv?.reportClients(areServed: clients != nil)
      let status = session.run()
      Messages.finish()
      return mpv == nil ? status : session.mpvStatus(status)
    }
  }

  private static func print(_ text: String) -> ExitStatus {
    // When the reader closes the pipe, the write reports the error.
    signal(SIGPIPE, SIG_IGN)
    let output = StandardOutput()
    output.write(text + "\n")
    return output.hasFailed ? .failed : .played
  }

  /// Opens `/dev/null` in place of each standard descriptor that is closed, so that no file opened
  /// later gets its number. It is opened in the wrong mode, so that using it still returns an
  /// error.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
