import Glibc
import PlayheadKit

/// The command `playhead`: what it was asked, done.
public enum Command {
  /// Runs the command line, its name first. To be called once, on the main thread.
  public static func run(_ arguments: [String]) -> ExitStatus {
    occupyStandardDescriptors()
    do throws(UsageError) {
      switch try Invocation.parse(arguments) {
      case .text(let text): return print(text)
      case .version: return print(Help.versionText)
      case .play(let options): return try play(options)
      case .analyze(let options): return analyze(options)
      case .timeline(let options): return try timeline(options)
      case .measure(let options): return measure(options)
      case .inspect(let options): return inspect(options)
      }
    } catch {
      let subcommand = Subcommand(arguments).map { " \($0)" } ?? ""
      Messages.say("\(error.message); see playhead\(subcommand) --help")
      return .wrongUsage
    }
  }

  private static func play(_ options: PlayOptions) throws(UsageError) -> ExitStatus {
    MediaLog.isVerbose = options.isVerbose
    guard options.isInstant || SystemHostClock.prepareTimers() else {
      Messages.say(Messages.reason(ofErrno: EMFILE))
      return .failed
    }
    let files = PlaylistExpansion.files(options.files, access: options.access)
    try options.checkPlaces(against: files)
    let session: PlaySession
    let control: ControlInput?
    do throws(UsageError) {
      session = try PlaySession(options, files)
      control = try session.makeControlInput()
    } catch {
      Messages.say(error.message)
      return .failed
    }
    // There is nothing to be stopped in --instant, whose time is its own.
    if !options.isInstant { TerminalSignals.block() }
    return stoppingAtSignals(
      session.stop, report: session.report, mayTakeLonger: { session.waitsForCommands }
    ) {
      if !options.isInstant { TerminalSignals.begin(session.terminalHandlers) }
      control?.begin()
      return session.run()
    }
  }

  private static func analyze(_ options: AnalyzeOptions) -> ExitStatus {
    MediaLog.isVerbose = options.isVerbose
    let session = AnalyzeSession(options)
    return stoppingAtSignals(session.stop) { session.run() }
  }

  private static func timeline(_ options: TimelineOptions) throws(UsageError) -> ExitStatus {
    MediaLog.isVerbose = options.isVerbose
    let files = PlaylistExpansion.files([options.file], access: options.access)
    guard let file = files.first, files.count == 1 else {
      let name = CommandLine.readableText(of: options.file)
      throw UsageError("timeline takes one file, and the playlist \(name) names \(files.count)")
    }
    let session = TimelineSession(options, file)
    return stoppingAtSignals(session.stop) { session.run() }
  }

  private static func measure(_ options: MeasureOptions) -> ExitStatus {
    let session = MeasureSession(options)
    // The child may take its time to end.
    return stoppingAtSignals(session.stop, mayTakeLonger: { true }) { session.run() }
  }

  private static func inspect(_ options: InspectOptions) -> ExitStatus {
    MediaLog.isVerbose = options.isVerbose
    let session = InspectSession(options)
    return stoppingAtSignals(session.stop) { session.run() }
  }

  private static func print(_ text: String) -> ExitStatus {
    // A reader that goes away is told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    let output = StandardOutput()
    output.write(text + "\n")
    return output.hasFailed ? .failed : .played
  }

  /// Runs `body`; the first of SIGINT, SIGTERM and SIGHUP calls `stop`, a second one ends the
  /// command whatever it is waiting for, and so does time unless it `mayTakeLonger`.
  private static func stoppingAtSignals(
    _ stop: @escaping @Sendable (EndReason) -> Void, report: (@Sendable () -> Void)? = nil,
    mayTakeLonger: @escaping @Sendable () -> Bool = { false },
    _ body: () -> ExitStatus
  ) -> ExitStatus {
    // A reader that goes away is told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    // As does one that has grown as long as it may.
    signal(SIGXFSZ, SIG_IGN)
    TerminationSignals.handle(stop, report: report, mayTakeLonger: mayTakeLonger)
    return body()
  }

  /// What is opened later must not take the place of a standard descriptor that came closed. The
  /// place is taken by one that cannot be used that way: using it is told as an error.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
