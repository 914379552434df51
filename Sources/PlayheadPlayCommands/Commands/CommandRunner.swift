import Dispatch
import Glibc
import PlayheadLocking
import PlayheadOutputs
import PlayheadProcesses
import PlayheadTerminal
import PlayheadTimekeeping

/// Runs commands without delaying playback.
///
/// Each command has a thread that starts it and waits for its end, and for the end of the output of
/// processes that it leaves in the background, if that is read. When there are
/// `greatestRunningCount` such threads, further commands are skipped, which is reported.
package final class CommandRunner: Sendable {
  private struct State {
    /// The running commands by a number that counts them; nil until one is started.
    var running: [Int: ChildProcess?] = [:]
    /// The number of commands that have ended, and whose output is still read.
    var outlivedCount = 0
    var count = 0
    var skipped = 0
    var hasFailed = false
    var signal: Int32?
    var isFinishing = false
    /// Kills the commands that outlive the signal.
    var killing: (any HostRoutine)?
  }

  static let greatestRunningCount = 8
  /// How long a command may run after a signal.
  static let patience = Duration.seconds(5)

  private let display: LiveDisplay?
  private let output: ChildProcess.OutputStream
  /// Whether each command waits for the end of the previous one, because nothing is played in real time.
  private let runsInOrder: Bool
  private let clock: any HostClock
  private let state = Locked(State())
  /// Signaled each time that a command ends.
  private let bell = DispatchSemaphore(value: 0)

  /// Creates a runner. The clock decides when commands are killed; their output is written above the display.
  init(
    above display: LiveDisplay?, writingTo output: ChildProcess.OutputStream,
    runsInOrder: Bool = false, clock: any HostClock = SystemHostClock.shared
  ) {
    (self.display, self.output, self.clock) = (display, output, clock)
    self.runsInOrder = runsInOrder
  }

  /// Whether a command was skipped, could not be started, or ended with a status other than 0.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Starts a command, unless the limit is reached or `stop` was called.
  func run(_ words: [String]) {
    while runsInOrder, state.withLock({ !$0.running.isEmpty && $0.signal == nil }) { bell.wait() }
    let (number, isFirstSkipped) = state.withLock { state -> (Int?, Bool) in
      if state.signal != nil { return (nil, false) }
      guard state.running.count + state.outlivedCount < CommandRunner.greatestRunningCount else {
        state.skipped += 1
        state.hasFailed = true
        return (nil, state.skipped == 1)
      }
      state.count += 1
      state.running[state.count] = .some(nil)
      return (state.count, false)
    }
    if isFirstSkipped {
      CommandRunner.say(
        OutputMessage.skippedCommand(running: CommandRunner.greatestRunningCount), of: words)
    }
    guard let number else { return }
    let thread = SystemHostClock.shared.makeRoutine(on: .thread("playhead-exec")) {
      self.carryOut(words, number)
      return .wait(until: nil)
    }
    thread.wake()
  }

  /// Sends a signal to the running commands and starts no more. Those that still run five seconds later are killed.
  package func stop(_ signal: Int32) {
    let deadline = clock.now.advanced(by: Self.patience)
    let killing = clock.makeRoutine(on: .worker("playhead-kill")) { [weak self, clock] in
      if clock.now < deadline { return .wait(until: deadline) }
      self?.send(SIGKILL)
      return .wait(until: nil)
    }
    let old = state.withLock { state in
      state.signal = signal
      defer { state.killing = killing }
      return state.killing
    }
    old?.stop()
    send(signal)
    killing.wake()
  }

  private func send(_ signal: Int32) {
    let running = state.withLock { $0.running.values.compactMap(\.self) }
    for child in running { child.send(signal: signal) }
  }

  /// Whether only running commands are waited for.
  package var isFinishing: Bool { state.withLock { $0.isFinishing } }

  /// Waits until all running commands have ended.
  package func finish() {
    state.withLock { $0.isFinishing = true }
    while state.withLock({ !$0.running.isEmpty }) { bell.wait() }
    let (skipped, killing) = state.withLock { state in
      state.isFinishing = false
      return (state.skipped, state.killing.take())
    }
    killing?.stop()
    if skipped > 1 { Messages.say(OutputMessage.skippedCommands(skipped), about: "--exec") }
  }

  private static func say(_ message: some Message, of command: [String]) {
    Messages.say("--exec: " + message.text(about: command[0]))
  }

  private func carryOut(_ words: [String], _ number: Int) {
    var hasFailed = false
    var child: ChildProcess?
    var lines = WholeLines()
    do throws(SystemFailure) {
      let started = try ChildProcess(words, display == nil ? .apart(output) : .shown(output))
      child = started
      let signal = state.withLock { state in
        state.running[number] = started
        return state.signal
      }
      if let signal { started.send(signal: signal) }
      if let display {
        started.readUntilItEnds { display.write(lines: lines.append($0)) }
        display.write(lines: lines.removeRest())
      }
      let status = started.wait()
      let isAskedTo = state.withLock { $0.signal != nil }
      if status != 0, !isAskedTo {
        CommandRunner.say(OutputMessage.exited(status: status), of: words)
        hasFailed = true
      }
    } catch {
      CommandRunner.say(error, of: words)
      hasFailed = true
    }
    state.withLock { state in
      state.running[number] = nil
      state.outlivedCount += 1
      state.hasFailed = state.hasFailed || hasFailed
    }
    bell.signal()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while let display, let bytes = child?.read(into: &buffer) {
      display.write(lines: lines.append(bytes))
    }
    state.withLock { $0.outlivedCount -= 1 }
  }
}
