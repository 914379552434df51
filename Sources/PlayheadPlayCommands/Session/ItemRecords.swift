import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping

/// The records of one item of a playhead, with the commands of `--exec` that they run.
package final class ItemRecords: Sendable {
  private struct State {
    /// The item and its known properties.
    var item: PlayedItem
    /// The update in the last record.
    var lastWritten: PlayheadProgress?
    /// How many more progress records may be written; nil means any number.
    var remaining: Int?
  }

  package let outputs: SessionOutputs
  private var options: PlayOptions { outputs.options }
  private let clock: any HostClock
  private let statistics: PlaybackStatistics?
  private let state: Locked<State>

  /// Creates the records of an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - outputs: The outputs to write to.
  ///   - remaining: How many more progress records may be written. Nil means any number.
  ///   - clock: The clock of the playhead.
  package init(
    of item: PlayedItem, to outputs: SessionOutputs, remaining: Int?, clock: any HostClock
  ) {
    (self.outputs, self.clock) = (outputs, clock)
    statistics = outputs.options.showsStatistics ? PlaybackStatistics() : nil
    state = Locked(State(item: item, remaining: remaining))
  }

  /// The item as it is known now.
  package var item: PlayedItem { state.withLock { $0.item } }

  /// How many more progress records may be written; nil means any number.
  package var remaining: Int? { state.withLock { $0.remaining } }

  /// Changes the item, and returns it.
  @discardableResult
  package func describe(_ body: (inout PlayedItem) -> Void) -> PlayedItem {
    state.withLock { state in
      body(&state.item)
      return state.item
    }
  }

  /// Writes the record of an update, and runs the command of `--exec` for its events. Returns
  /// whether it is the last record that may be written.
  ///
  /// - Parameters:
  ///   - progress: The update.
  ///   - isAtEndPoint: Whether playback ended at the `--end` point.
  ///   - isStopping: Whether playback is about to end, so that a pause is not the user's.
  package func write(
    _ progress: PlayheadProgress, isAtEndPoint: Bool = false, isStopping: Bool = false
  ) -> Bool {
    append(progress, isAtEndPoint: isAtEndPoint, isStopping: isStopping)
    statistics?.add(progress)
    return state.withLock { state in
      state.remaining = state.remaining.map { $0 - 1 }
      return state.remaining == 0
    }
  }

  /// Writes a record of a position that was requested. On a terminal with a status line the record is
  /// printed above that line.
  package func writeRequested(_ progress: PlayheadProgress) {
    let progress = progress.requested(after: state.withLock { $0.lastWritten })
    let (record, item) = append(progress, isAtEndPoint: false, isStopping: false)
    outputs.display?.say([options.text(of: record, item)])
  }

  @discardableResult
  private func append(
    _ progress: PlayheadProgress, isAtEndPoint: Bool, isStopping: Bool
  ) -> (Record, PlayedItem) {
    let wallTime =
      options.isInstant ? nil : WallTime(of: progress.hostInstant, now: clock.now)
    let item = state.withLock { state in
      state.lastWritten = progress
      return state.item
    }.counted(at: progress)
    let record = Record.progress(progress, wallTime: wallTime)
    outputs.writer.write(record, of: item)
    if let command = options.exec.command,
      runsCommand(progress, isAtEndPoint: isAtEndPoint, isStopping: isStopping)
    {
      outputs.commands.run(
        command.words(at: Moment(progress: progress, wallTime: wallTime, item: item)))
    }
    return (record, item)
  }

  /// Returns whether `--exec` runs its command for an update.
  private func runsCommand(
    _ progress: PlayheadProgress, isAtEndPoint: Bool, isStopping: Bool
  ) -> Bool {
    // Stopping pauses the player first; that is not a pause of the user.
    if isStopping || progress.state == .failed, progress.cause == .paused { return false }
    let events = options.exec.events ?? [.boundary]
    return events.contains {
      $0.isReported(by: progress, isEnd: progress.endInstant != nil, isAtEndPoint: isAtEndPoint)
    }
  }

  /// Writes the last record.
  package func end(_ reason: EndReason, at progress: PlayheadProgress) {
    let item = item
    outputs.writer.write(.end(reason, position: progress.position), of: item)
    if let statistics { Messages.say("\(item.file): \(statistics.text(at: progress))") }
  }
}
