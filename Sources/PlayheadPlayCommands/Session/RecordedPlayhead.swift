import Dispatch
import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimecode
import PlayheadTimekeeping
import PortableCombine

/// Where a recorded playhead comes from, and why its records end.
package protocol RecordedPlayheadOwner: AnyObject, Sendable {
  /// Writes a record with the current position, if records are being written.
  func writePosition()
  /// Ends the records after those of all changes until now.
  func stop(_ reason: EndReason)
  /// Whether the records are about to end, so that a pause is not the user's.
  var isStopping: Bool { get }
  /// Returns an update as it is recorded; nil to leave it out.
  func prepare(_ progress: PlayheadProgress) -> PlayheadProgress?
  func isAtEndPoint(_ progress: PlayheadProgress) -> Bool
  /// An update was recorded. It is the last one that may be, if `isLast`.
  func didRecord(_ progress: PlayheadProgress, isLast: Bool)
  func closed()
  func willEnd(_ reason: EndReason, at progress: PlayheadProgress)
  /// Returns messages about an item whose end was reached.
  func messages(atEnd progress: PlayheadProgress) -> [FileMessage]
  /// The last record was written.
  func didEnd(_ ending: RecordedPlayhead.Ending)
}

extension RecordedPlayheadOwner {
  package var isStopping: Bool { false }
  package func prepare(_ progress: PlayheadProgress) -> PlayheadProgress? { progress }
  package func closed() {}
}

/// Turns the progress of a playhead in one item into records, commands of `--exec`, the line of the terminal and
/// timecode.
///
/// Its subscription waits while a record is written. Then a slow reader gets each change, but of the updates only the
/// newest, and playback is not delayed. It retains its owner only while records are written.
package final class RecordedPlayhead: Subscriber, Sendable {
  package typealias Input = PlayheadProgress
  package typealias Failure = Never

  /// How the records have ended.
  package struct Ending: Sendable {
    package let reason: EndReason
    /// Why the item cannot be played, if the reason is an error.
    var error: String?
    /// The error of the media that caused it, if any.
    var cause: MediaError.Reason?
    /// The instant when the playhead reached the end, or nil if it did not.
    var endInstant: HostInstant?
    /// How many more progress records may be written; nil means any number.
    package let remaining: Int?
  }

  private struct State {
    weak var owner: (any RecordedPlayheadOwner)?
    /// The owner, while records are written.
    var retained: (any RecordedPlayheadOwner)?
    /// The item and its known properties.
    var item: PlayedItem
    /// The update in the last record.
    var lastWritten: PlayheadProgress?
    /// How many more progress records may be written; nil means any number.
    var remaining: Int?
    var subscription: (any Subscription)?
    /// Whether a record was requested before records are written.
    var isRequested = false
    /// Nil before it is shown, or if there is none.
    var statusLine: StatusLine?
    var isOver = false
  }

  package let outputs: SessionOutputs
  private var options: PlayOptions { outputs.options }
  private let playhead: any Playhead
  private let queue: DispatchQueue
  private let statistics: PlaybackStatistics?
  private let state: Locked<State>

  /// Creates the records of a playhead, written on a queue: so many of progress, or any number if `remaining` is nil.
  package init(
    _ playhead: any Playhead, in item: PlayedItem, to outputs: SessionOutputs, remaining: Int?,
    on queue: DispatchQueue
  ) {
    (self.playhead, self.outputs, self.queue) = (playhead, outputs, queue)
    statistics = outputs.options.showsStatistics ? PlaybackStatistics() : nil
    state = Locked(State(item: item, remaining: remaining))
  }

  package func setOwner(_ owner: any RecordedPlayheadOwner) { state.withLock { $0.owner = owner } }

  /// The item as it is known now.
  package var item: PlayedItem { state.withLock { $0.item } }
  /// How many more progress records may be written; nil means any number.
  package var remaining: Int? { state.withLock { $0.remaining } }
  package var isStarted: Bool { state.withLock { $0.subscription != nil } }
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// Changes the item, and returns it.
  @discardableResult
  package func describe(_ body: (inout PlayedItem) -> Void) -> PlayedItem {
    state.withLock { state in
      body(&state.item)
      return state.item
    }
  }

  // MARK: Outputs

  package func begin(on schedule: Schedule) {
    state.withLock { $0.retained = $0.owner }
    let item = item
    outputs.server?.serve(playhead, title: item.title ?? item.lastPathComponent)
    playhead.progressPublisher(on: schedule, until: .closed, queue: queue).subscribe(self)
  }

  /// Replaces the given times of the schedule, because their places have become known.
  package func follow(timesOf schedule: Schedule) {
    let subscription = state.withLock { $0.subscription }
    (subscription as? PlayheadProgressSubscription)?.follow(timesOf: schedule)
  }

  /// Shows the playhead on the display, if there is one.
  package func show(
    _ details: StatusDetails, settings: @escaping @Sendable () -> SessionSettings
  ) {
    guard let display = outputs.display else { return }
    let line = StatusLine(
      of: playhead, details, in: { [weak self, item] in self?.item ?? item }, on: display,
      options: options, settings: settings)
    let isOver = state.withLock { state in
      if !state.isOver { state.statusLine = line }
      return state.isOver
    }
    if !isOver { line.begin() }
  }

  /// Shows the properties of the item, which have changed.
  package func updateLine() { state.withLock { $0.statusLine }?.update() }

  /// Keeps the line as it is until the end.
  func stopLine() { state.withLock { $0.statusLine }?.end() }

  package func sendTimecode(named name: String, of info: MediaInfo?, at rate: TimecodeRate? = nil) {
    outputs.timecode?.follow(playhead, named: name, of: info, at: rate)
  }

  // MARK: Records

  /// Writes a record with the current position, in order with the others and above a status line, from any thread.
  package func writePosition() {
    let progress = playhead.progressIfKnown
    queue.async { [self] in
      let (isWritten, last) = state.withLock { state in
        state.isRequested = state.subscription == nil
        return (state.subscription != nil && !state.isOver, state.lastWritten)
      }
      guard isWritten, let progress else { return }
      let (record, item) = write(
        progress.requested(after: last), isAtEndPoint: false, isStopping: false)
      outputs.display?.say([options.text(of: record, item)])
    }
  }

  package func receive(subscription: any Subscription) {
    let isRequested = state.withLock { state in
      defer { (state.subscription, state.isRequested) = (subscription, false) }
      return state.isRequested
    }
    subscription.request(.unlimited)
    if isRequested { writePosition() }
  }

  package func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    guard let owner = state.withLock({ $0.isOver ? nil : $0.owner }),
      let progress = owner.prepare(progress)
    else { return .none }
    write(
      progress, isAtEndPoint: owner.isAtEndPoint(progress), isStopping: owner.isStopping)
    statistics?.add(progress)
    let isLast = state.withLock { state in
      state.remaining = state.remaining.map { $0 - 1 }
      return state.remaining == 0
    }
    owner.didRecord(progress, isLast: isLast)
    return .none
  }

  package func receive(completion: Subscribers.Completion<Never>) {
    state.withLock { state in
      defer { state.retained = nil }
      return state.owner
    }?.closed()
  }

  /// Writes the record of an update, and runs the command of `--exec` for its events.
  @discardableResult
  private func write(
    _ progress: PlayheadProgress, isAtEndPoint: Bool, isStopping: Bool
  ) -> (PlayheadRecords.Record, PlayedItem) {
    let wallTime =
      options.isInstant ? nil : WallTime(of: progress.hostInstant, now: playhead.clock.now)
    let item = state.withLock { state in
      state.lastWritten = progress
      return state.item
    }.counted(at: progress)
    let record = PlayheadRecords.Record.progress(progress, wallTime: wallTime)
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

  /// Writes the last records, unless they have ended for another reason.
  package func finish(
    _ reason: EndReason, at progress: PlayheadProgress, because error: String? = nil,
    _ cause: MediaError.Reason? = nil
  ) {
    let ended = state.withLock { state in
      defer {
        (state.isOver, state.subscription, state.statusLine) = (true, nil, nil)
        state.retained = nil
      }
      return state
    }
    if ended.isOver { return }
    ended.subscription?.cancel()
    if let error {
      Messages.say(error)
      outputs.writer.write(.error(error), of: item)
    }
    ended.owner?.willEnd(reason, at: progress)
    if let line = ended.statusLine {
      line.end()
      outputs.display?.end(with: line.content(progress, reason))
    }
    let name = item.file
    let messages = reason == .end ? ended.owner?.messages(atEnd: progress) ?? [] : []
    for message in messages { Messages.say(message, about: name) }
    outputs.writer.write(.end(reason, position: progress.position), of: item)
    if let statistics { Messages.say("\(name): \(statistics.text(at: progress))") }
    outputs.timecode?.leave(playhead, at: progress)
    outputs.server?.leave(playhead)
    let isAtEnd = reason == .end || reason == .endTime
    ended.owner?.didEnd(
      Ending(
        reason: reason, error: error, cause: cause, endInstant: isAtEnd ? progress.endInstant : nil,
        remaining: remaining))
  }
}
