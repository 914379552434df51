import Dispatch
import Glibc
import PlayheadAttaching
import PlayheadJobs
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadProcesses
import PlayheadTerminal
import PlayheadTimekeeping
import PortableCombine

/// Runs ffmpeg or any program, and reports the position in its output.
final class JobSession: Sendable {
  private let command: JobCommand
  private let session: RecordingSession<AttachedPlayback>
  private var outputs: SessionOutputs { session.outputs }
  private let relay: ProgressRelay?
  private let options: JobOptions
  private let clock: any HostClock = SystemHostClock.shared
  private let job: Job
  private let playback: AttachedPlayback
  /// Finds out how much of the inputs has been read; nil if that is not needed, or not known.
  private let tracker = Locked(InputTracker?.none)
  /// Cancels reading the inputs.
  private let interruption = Interruption()
  private let isProcessGone = Locked(false)
  /// Signalled when the records have begun.
  private let begun = DispatchSemaphore(value: 0)

  init(
    _ command: JobCommand, _ options: JobOptions, _ relay: ProgressRelay?
  ) throws(FileFailure) {
    (self.command, self.options) = (command, options)
    session = try RecordingSession(options.records, of: command.words[0])
    self.relay =
      options.isOfAnyProgram ? ProgramOutput.relay(options.lines, session.outputs) : relay
    job = Job(clock: clock)
    playback = AttachedPlayback(job.playhead, Self.item(of: command), in: session) {
      [session] _, _ in session.finish()
    }
  }

  private static func item(of command: JobCommand, lasting duration: MediaTime? = nil)
    -> AttachedItem
  {
    var item = PlayerFacts.Item(identity: "")
    (item.location, item.duration) = (command.arguments.outputs.first?.url, duration)
    return AttachedItem(item)
  }

  func run() -> ExitStatus {
    var program = options.isOfAnyProgram ? ProgramOutput(options.lines, outputs) : nil
    let descriptor = program?.descriptor ?? freeDescriptor
    // What the program prints is shown above the live line, instead of over it.
    let showsErrors =
      outputs.display != nil && isatty(STDERR_FILENO) == 1 && descriptor != STDERR_FILENO
    let hidesStats = showsErrors && !command.wantsStats
    let child: ChildProcess
    do throws(SystemFailure) {
      child = try ChildProcess(
        command.words(reportingTo: descriptor, hidesStats: hidesStats),
        .reporting(descriptor, readsErrors: showsErrors))
    } catch {
      Messages.say(error, about: command.words[0])
      return ExitStatus(rawValue: error.code == ENOENT ? 127 : 126)
    }
    JobSignals.begin(to: child, receive: receiveSignal, report: session.report)
    outputs.display?.becomeCurrent()
    TerminalSignals.begin(terminalHandlers(child))
    if let duration = options.duration { expect(duration) }
    let reader = clock.makeRoutine(on: .thread("playhead-inputs")) { [weak self] in
      self?.readInputs(of: child)
      return .wait(until: nil)
    }
    reader.wake()
    let errors = outputs.display.map { JobErrors(of: child, above: $0) }
    let beginning = beginWithPosition()
    child.readUntilItEnds { bytes in
      if let positions = program?.positions(in: bytes) {
        positions.forEach(job.reach)
      } else {
        if let share = shareOfInputs() { job.read(share) }
        job.receive(bytes)
      }
      relay?.write(bytes)
    }
    program?.lastPosition().map(job.reach)
    relay?.close()
    let status = child.wait()
    // Before the terminal is waited for: a signal abandons it from now on.
    recordEnd(status)
    errors?.finish()
    reader.stop()
    interruption.interrupt()
    end(status)
    beginning.cancel()
    outputs.commands.finish()
    return ExitStatus(rawValue: status)
  }

  /// A descriptor that neither the command nor its parent uses.
  private var freeDescriptor: Int32 {
    let used = command.arguments.usedDescriptors
    return (3...255).first { !used.contains($0) && fcntl($0, F_GETFD) < 0 } ?? 255
  }

  private func readInputs(of child: ChildProcess) {
    if options.isOfAnyProgram || options.duration != nil { return }
    let inputs = JobInputs(command.arguments)
    interruption.onInterrupt { [interruption = inputs.interruption] in interruption.interrupt() }
    guard let duration = inputs.expectedDuration else {
      let tracker = inputs.tracker(of: child.identifier)
      return self.tracker.withLock { $0 = tracker }
    }
    expect(duration)
  }

  private func expect(_ duration: MediaTime) {
    job.expect(duration)
    playback.describe(Self.item(of: command, lasting: duration))
  }

  /// Returns how much of the inputs has been read until now.
  private func shareOfInputs() -> Double? {
    guard var tracker = tracker.withLock(\.self) else { return nil }
    let share = tracker.share()
    self.tracker.withLock { [tracker] in $0 = tracker }
    return share
  }

  /// Begins the records with the first position.
  private func beginWithPosition() -> AnyCancellable {
    job.progressPublisher(on: .times([]), until: .closed, queue: session.queue)
      .first { $0.state == .playing }
      .sink { [self] _ in
        session.begin(playback, remaining: outputs.options.limit)
        begun.signal()
      }
  }

  /// Writes the last records, if there are any.
  private func end(_ status: Int32) {
    let hasRecords = job.hasPosition
    // Another thread may still publish the first position.
    if hasRecords { begun.wait() }
    // A signal of the terminal may have ended the process before it was noted here.
    JobSignals.settle()
    if status != 0 { playback.leave(session.stopReason ?? .error) }
    job.end(status: status)
    if hasRecords { session.wait() }
  }

  /// Records a signal, which ends the job if it ends the process. Some processes ignore it.
  private func receiveSignal(_ number: Int32) {
    guard let reason = EndReason.allCases.first(where: { $0.signal == number }) else { return }
    if !session.recordStop(reason) { relay?.abandon() }
    if isProcessGone.withLock(\.self) { outputs.abandon(at: reason) }
  }

  /// Records that the process has ended. A signal that it has survived abandons nothing.
  private func recordEnd(_ status: Int32) {
    isProcessGone.withLock { $0 = true }
    if let reason = session.stopReason, status != 0 { outputs.abandon(at: reason) }
  }

  /// The handlers for Ctrl-Z, for `fg` and for changes of the window size.
  private func terminalHandlers(_ child: ChildProcess) -> TerminalSignals.Handlers {
    let terminal = outputs.terminalHandlers()
    return TerminalSignals.Handlers(
      suspend: {
        // A signal that was not sent by the terminal has only come to this process.
        child.send(signal: SIGTSTP)
        terminal.suspend()
      },
      resume: { [job] in
        child.send(signal: SIGCONT)
        job.resume()
        terminal.resume()
      },
      refresh: terminal.refresh)
  }
}

/// Shows what a job prints on standard error above its live line. Of a line that the program draws again and again,
/// as ffmpeg does with `-stats`, the last version is shown.
final class JobErrors: Sendable {
  private let routine: any HostRoutine
  private let isOver = DispatchSemaphore(value: 0)

  /// Begins to read on its own thread.
  init(of child: ChildProcess, above display: LiveDisplay) {
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-errors")) { [isOver] in
      var lines = WholeLines()
      child.readErrorsUntilItEnds { bytes in
        // Before the line is drawn the program may ask a question, which has no end of line.
        if lines.isEmpty, display.writeUnlessDrawn(Array(bytes)) { return }
        display.write(lines: Self.lastVersions(of: lines.append(bytes)))
      }
      display.write(lines: Self.lastVersions(of: lines.removeRest()))
      isOver.signal()
      return .wait(until: nil)
    }
    routine.wake()
  }

  /// Waits until everything is shown that the process has printed.
  func finish() {
    isOver.wait()
    routine.stop()
  }

  /// Removes what a carriage return within a line lets later text replace.
  static func lastVersions(of lines: [UInt8]) -> [UInt8] {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return lines.split(separator: lineFeed, omittingEmptySubsequences: false)
      .map { line in
        line.split(separator: carriageReturn).last.map(Array.init) ?? []
      }
      .joined(separator: [lineFeed]).map(\.self)
  }
}
