import Dispatch
import PlaybackSession
import PlayheadLocking
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadProcesses
import PlayheadTerminal

/// Records items of other programs, one after another or side by side, until it is stopped.
///
/// Its users know where the playheads come from: another player, a job, or the files that processes have open.
final class RecordingSession: Sendable {
  private struct State {
    var machine = SessionMachine<EndReason>(settings: SessionSettings())
    /// The items whose records are written, in their order. The first is shown on a terminal.
    var items: [AttachedPlayback] = []
    /// The number of items until now.
    var count = 0
    var remaining: Int?
  }

  let outputs: SessionOutputs
  /// What the items belong to, for messages and records.
  let name: String
  /// The queue on which records are written.
  let queue = DispatchQueue(label: "playhead.records")
  private let state: Locked<State>
  private let finished = DispatchSemaphore(value: 0)

  /// Opens the outputs.
  init(_ options: PlayOptions, of name: String) throws(FileFailure) {
    outputs = try SessionOutputs(options)
    self.name = name
    state = Locked(State(remaining: options.limit))
  }

  /// The items whose records are written.
  var items: [AttachedPlayback] { state.withLock { $0.items } }
  /// How many more records may be written of items one after another; nil means any number.
  var remaining: Int? { state.withLock { $0.remaining } }
  /// Why the session ends; nil before.
  var stopReason: EndReason? { state.withLock { $0.machine.stopReason } }

  /// Runs `body`, and stops at signals. Other programs continue while this process is suspended.
  func run(_ keyTerminal: KeyTerminal? = nil, _ body: () -> ExitStatus) -> ExitStatus {
    TerminalSignals.block()
    return SubcommandRun.stoppingAtSignals(
      stop, report: report, mayTakeLonger: { [outputs] in outputs.commands.isFinishing }
    ) {
      TerminalSignals.begin(outputs.terminalHandlers(keyTerminal))
      return body()
    }
  }

  /// Waits until the session has ended.
  func wait() { finished.wait() }

  /// Begins the records of an item, on the queue, and shows it unless another one is shown.
  func begin(_ item: AttachedPlayback, remaining: Int?) {
    let (number, isShown) = state.withLock { state in
      state.items.append(item)
      state.count += 1
      return (state.count, state.items.count == 1)
    }
    item.begin(number, remaining: remaining, isShown: isShown)
  }

  /// The last record of an item has been written. The next one is shown.
  func end(_ item: AttachedPlayback, remaining: Int?) {
    let next = state.withLock { state in
      state.remaining = remaining
      let isShown = state.items.first === item
      state.items.removeAll { $0 === item }
      return isShown ? state.items.first : nil
    }
    next?.show()
  }

  /// Records why the session ends. Returns false if it ends already.
  func recordStop(_ reason: EndReason) -> Bool {
    state.withLock { state in
      if state.machine.stopReason != nil { return false }
      state.machine.stop(reason)
      return true
    }
  }

  /// Ends the session after the last records.
  func stop(_ reason: EndReason) {
    guard recordStop(reason) else { return }
    if let signal = reason.signal { outputs.abandon(at: signal) }
    queue.async { [self] in
      for item in items { item.stop(reason) }
      queue.async { [self] in finish() }
    }
  }

  /// Ends the session, because nothing is left to record.
  func finish() { finished.signal() }

  /// Writes a record with the current position of each item.
  func report() { for item in items { item.writePosition() } }
}
