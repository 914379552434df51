import Dispatch
import PlayheadLocking
import PlayheadOutputs
import PlayheadProcesses
import PlayheadTerminal

/// Records items, one after another or side by side, until it is stopped.
///
/// Its users know where the playheads come from: a queue of files, another player, a job, or the files that processes
/// have open.
package final class RecordingSession<Item: RecordedPlayheadOwner>: Sendable {
  private struct State {
    /// Why the session ends; nil before.
    var stopReason: EndReason?
    /// The items until their last records, in their order. The first is shown on a terminal.
    var items: [Item] = []
    /// The number of items until now.
    var count = 0
    var remaining: Int?
  }

  package let outputs: SessionOutputs
  /// What items of other programs belong to, for messages and records.
  package let name: String
  /// The queue on which records are written.
  package let queue = DispatchQueue(label: "playhead.records")
  private let state: Locked<State>
  private let finished = DispatchSemaphore(value: 0)

  package init(_ options: PlayOptions, of name: String = "") throws(FileFailure) {
    outputs = try SessionOutputs(options)
    self.name = name
    state = Locked(State(remaining: options.limit))
  }

  /// The items until their last records.
  package var items: [Item] { state.withLock { $0.items } }
  /// How many more records may be written of items one after another; nil means any number.
  package var remaining: Int? { state.withLock { $0.remaining } }
  /// Why the session ends; nil before.
  package var stopReason: EndReason? { state.withLock { $0.stopReason } }

  /// Runs `body` and handles signals: those of the terminal unless `handlers` is nil, others by `stop` or `stop(_:)`.
  package func run(
    _ handlers: TerminalSignals.Handlers?, stop: (@Sendable (EndReason) -> Void)? = nil,
    _ body: () -> ExitStatus
  ) -> ExitStatus {
    if handlers != nil { TerminalSignals.block() }
    return SubcommandRun.stoppingAtSignals(
      stop ?? self.stop, report: report,
      mayTakeLonger: { [outputs] in outputs.commands.isFinishing }
    ) {
      if let handlers { TerminalSignals.begin(handlers) }
      return body()
    }
  }

  /// Waits until the session has ended.
  package func wait() { finished.wait() }

  /// Adds an item. Returns its number, and whether it is the first.
  @discardableResult
  package func add(_ item: Item) -> (number: Int, isFirst: Bool) {
    state.withLock { state in
      state.items.append(item)
      state.count += 1
      return (state.count, state.items.count == 1)
    }
  }

  /// Removes an item after its last record. Returns the item that is the first from now on; nil if it was already.
  @discardableResult
  package func remove(_ item: Item, remaining: Int?) -> Item? {
    state.withLock { state in
      state.remaining = remaining
      let wasFirst = state.items.first === item
      state.items.removeAll { $0 === item }
      return wasFirst ? state.items.first : nil
    }
  }

  /// Records why the session ends. A signal replaces another reason. Returns false if the session ends already.
  @discardableResult
  package func recordStop(_ reason: EndReason) -> Bool {
    state.withLock { state in
      let isFirst = state.stopReason == nil
      if isFirst || state.stopReason?.signal == nil && reason.signal != nil {
        state.stopReason = reason
      }
      return isFirst
    }
  }

  /// Ends the records of the items.
  package func stopItems(_ reason: EndReason) { for item in items { item.stop(reason) } }

  /// Ends the session after the last records.
  package func stop(_ reason: EndReason) {
    let isFirst = recordStop(reason)
    if reason.signal != nil { outputs.abandon(at: reason) }
    guard isFirst else { return }
    queue.async { [self] in
      stopItems(reason)
      queue.async { [self] in finish() }
    }
  }

  /// Ends the session, because nothing is left to record.
  package func finish() { finished.signal() }

  /// Writes a record with the current position of each item.
  package func report() { for item in items { item.writePosition() } }
}
