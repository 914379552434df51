import Dispatch
import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping
import PortableCombine

/// One file whose player is recorded.
final class FilePlayback: Sendable {
  struct State {
    var stopReason: EndReason?
    /// Whether the player was paused in order to stop, so that a record of the pause follows.
    var isPausing = false
    /// Whether a start is scheduled with the player and has not happened yet.
    var isScheduling = false
    /// Follows what becomes of the sound.
    var listening: AnyCancellable?
    /// Points that may be beyond the end.
    var unreached = UnreachedPoints()
    /// Carries out the commands that wait until playback has begun.
    var beginning = Beginning.awaited({})
  }

  /// Whether the first record of playback has been written.
  enum Beginning {
    /// Calls the closure then.
    case awaited(@Sendable () -> Void)
    case over
  }

  /// How much before its declared end media may end unreported: containers round, or omit the last padding.
  private static let greatestShortfall = MediaTime.seconds(1)

  let entry: PlayerQueue.Entry
  let player: Player
  let range: FileRange
  /// Returns the current settings of the user.
  let settings: @Sendable () -> SessionSettings
  let outputs: SessionOutputs
  var options: PlayOptions { outputs.options }
  let recorded: RecordedPlayhead
  let queue: DispatchQueue
  /// Pauses at the end and returns true if the file stays open there.
  let pauseAtEnd: @Sendable () -> Bool
  let ended: @Sendable (FilePlayback, RecordedPlayhead.Ending) -> Void
  let state = Locked(State())

  /// Creates the playback of a file; `pauseAtEnd` returns true if it stays open. Calls `ended` once, on any thread.
  init(
    _ item: PlayedItem, of entry: PlayerQueue.Entry, _ playing: (player: Player, range: FileRange),
    in session: RecordingSession<FilePlayback>, settings: @escaping @Sendable () -> SessionSettings,
    pauseAtEnd: @escaping @Sendable () -> Bool = { false },
    ended: @escaping @Sendable (FilePlayback, RecordedPlayhead.Ending) -> Void
  ) {
    self.entry = entry
    (player, range) = playing
    // It retains the files that it records.
    (outputs, queue) = (session.outputs, session.queue)
    self.settings = settings
    self.pauseAtEnd = pauseAtEnd
    self.ended = ended
    recorded = RecordedPlayhead(
      player, in: item, to: outputs, remaining: session.remaining, on: queue)
    recorded.setOwner(self)
  }

  /// The name of the file, as it was given.
  var name: String { recorded.item.file }

  /// Whether the file is open and records are being written.
  var isStarted: Bool { recorded.isStarted }

  var isOver: Bool { recorded.isOver }

  /// Sets the number of the file and the total number of files, because the list has changed.
  func setNumber(_ number: Int, of count: Int) {
    recorded.describe { $0.setNumber(number, of: count) }
    recorded.updateLine()
  }

  func writePosition() { recorded.writePosition() }

  /// Stops playback after a last record of the position. May be called from any thread.
  func stop(_ reason: EndReason) {
    state.withLock { $0.stopReason = reason }
    recorded.stopLine()
    halt(reason)
    // With `--instant` the same thread reads the media and writes the records.
    if options.isInstant { player.interruptReading() }
  }

  /// Ends playback: after the record of the pause if the player is playing, otherwise without one.
  private func halt(_ reason: EndReason) {
    if isStarted, !player.rate.isPaused {
      state.withLock { $0.isPausing = true }
      return player.pause()
    }
    finishWhenRecorded(reason)
  }

  /// Ends playback of a paused player after the records of all changes until now.
  func finishWhenRecorded(_ reason: EndReason) {
    if options.isInstant { return recorded.finish(reason, at: player.currentProgress()) }
    player.whenPublished { [self] in
      queue.async { [self] in recorded.finish(reason, at: player.currentProgress()) }
    }
  }

  /// Begins to write records, because the file is open. Playback starts afterwards, or at a given instant.
  func begin(isScheduled: Bool) {
    guard !isOver, let info = player.mediaInfo else { return }
    state.withLock { $0.isScheduling = isScheduled }
    opened(info)
    let item = recorded.item
    if options.schedule.needsFrames, !item.hasVideo {
      return fail(MediaError(.read, of: name, reason: .noFrames), at: player.currentProgress())
    }
    if outputs.writer.isOutputClosed {
      return recorded.finish(.outputClosed, at: player.currentProgress())
    }
    recorded.show(StatusDetails(player), settings: settings)
    let schedule = options.schedule.schedule(
      in: range.duration, ChapterList(info), player.cues, item.timecodes)
    recorded.begin(on: schedule)
    recorded.sendTimecode(named: name, of: info)
    followPosition(info)
    listen()
  }

  /// Begins to save the position if the options ask for it, or reports that it cannot be saved.
  private func followPosition(_ info: MediaInfo) {
    guard let positions = outputs.positions, !options.isInstant else { return }
    guard info.isSeekable, let point = range.resumePoint else {
      return Messages.say(FileMessage.notResumable, about: name)
    }
    positions.follow(player, point)
  }

  /// Stops again, if playback started after it was stopped. Returns whether that is so.
  func stopAtStart() -> Bool {
    let (reason, isPausing) = state.withLock { ($0.stopReason, $0.isPausing) }
    guard let reason else { return false }
    // A stop before the subscription could not pause the player.
    if !isPausing { halt(reason) }
    return true
  }

  /// Calls a closure after the first record, or now if playback does not begin at once.
  func whenBegun(_ body: @escaping @Sendable () -> Void) {
    let isAwaited = state.withLock { state in
      guard case .awaited = state.beginning, !state.isScheduling, !options.isInstant,
        !player.rate.isPaused
      else {
        state.beginning = .over
        return false
      }
      state.beginning = .awaited(body)
      return true
    }
    if !isAwaited { body() }
  }

  /// Ends playback because the file could not be opened, unless records are being written: one reports the error.
  func failToOpen(_ error: MediaError) {
    if !isStarted { fail(error, at: player.currentProgress()) }
  }

  private func opened(_ info: MediaInfo) {
    let item = recorded.describe { item in
      item.describe(info, timecodeRate: options.style.timecodeRate)
      if let timecodes = range.timecodes { item.describe(timecodes) }
      item.cues = player.cues
    }
    if options.style.showsTimecode, item.timecodes == nil {
      Messages.say(FileMessage.noTimecode, about: item.file)
    }
    if info.isFollowedByAnother { Messages.say(FileMessage.unplayedFile, about: item.file) }
    if info.hasUnansweredRanges { Messages.say(FileMessage.unansweredRanges, about: item.file) }
    if settings().fileLoop != .none, !info.isSeekable {
      Messages.say(FileMessage.notLoopable, about: item.file)
    }
    outputs.writer.write(.open(info, player.duration), of: item)
    reportUnreachedPoints(info, item)
  }

  /// Reports the points beyond the declared end. Those soon after it are reported when the media ends before them.
  private func reportUnreachedPoints(_ info: MediaInfo, _ item: PlayedItem) {
    var unreached = UnreachedPoints(
      of: options, in: range, chapters: item.chapters, timecodes: item.timecodes)
    for message in unreached.absences { Messages.say(message, about: name) }
    // Another recording may follow the one whose length is declared.
    if !info.mayBeJoined, !info.mayContinue, let length = declaredLength(info) {
      let messages = unreached.removeMessages(beyond: length, by: Self.greatestShortfall)
      for message in messages { Messages.say(message, about: name) }
    }
    state.withLock { $0.unreached = unreached }
  }

  /// Returns the length that the container declares; nil if it is an estimate, or if the file may grow.
  private func declaredLength(_ info: MediaInfo) -> MediaTime? {
    if info.isDurationEstimated || options.follows { return nil }
    return info.declaredDuration(from: info.presentationStart ?? .zero)
  }

  /// Returns a message if the media ended much earlier than declared.
  private func shortfall(at end: MediaTime) -> FileMessage? {
    // The length of one of several recordings may be declared.
    guard let info = player.mediaInfo, !info.mayBeJoined, let declared = declaredLength(info),
      let missing = declared.subtracting(end), missing > Self.greatestShortfall
    else { return nil }
    return .endedEarly(
      at: end.decimalText(places: 3), declared: declared.decimalText(places: 3))
  }

  /// A message about packets that were not played, because their times are damaged or the declared end is.
  private var refusedTimes: FileMessage? {
    guard let end = player.refusedEnd, let declared = player.mediaInfo.flatMap(declaredLength)
    else { return nil }
    return .refusedTimes(
      until: end.decimalText(places: 3), declared: declared.decimalText(places: 3))
  }

  func fail(_ error: MediaError, at progress: PlayheadProgress) {
    if let stopReason = state.withLock({ $0.stopReason }) {
      return recorded.finish(stopReason, at: progress)
    }
    recorded.finish(.error, at: progress, because: "\(error)", error.reason)
  }

  func messages(atEnd progress: PlayheadProgress) -> [FileMessage] {
    state.withLock { $0.unreached.removeMessages(beyond: progress.position) }
      // A file whose packets follow the declared end does not end early, whatever was played of it.
      + [
        refusedTimes ?? shortfall(at: progress.position),
        player.hasUnrelatedClocks ? .unrelatedClocks : nil,
      ].compactMap(\.self)
  }
}
