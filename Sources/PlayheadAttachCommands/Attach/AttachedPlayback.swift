import Dispatch
import PlaybackSession
import PlayheadAttaching
import PlayheadCore
import PlayheadFFmpeg
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadRecords
import PlayheadTimekeeping

/// One item of another player, or of a job, whose playhead is recorded.
final class AttachedPlayback: RecordedPlayheadOwner {
  private struct State {
    var item: AttachedItem
    /// Nil before the records begin.
    var recorded: RecordedPlayhead?
    /// The points of the command line.
    var points: AttachedPoints
    /// Whether the media cannot be opened.
    var isMediaUnreadable = false
    /// Whether timecode is sent. Before that it waits for the frame rate of the media.
    var sendsTimecode = false
    /// Why the player has left the item; nil before.
    var departure: EndReason?
    /// The newest description that the queue has not taken; nil if there is none.
    var description: Description?
    /// Ends reading the cues of the media.
    let readingCues = Interruption()
  }

  /// The consequences of a new description of the item.
  private struct Description {
    let schedule: Schedule
    /// Whether it is the first one with media.
    let bringsMedia: Bool
  }

  let playhead: ObservedPlayhead
  let session: RecordingSession<AttachedPlayback>
  private var options: PlayOptions { session.outputs.options }
  private let settings: @Sendable () -> SessionSettings
  private let ended: @Sendable (AttachedPlayback, EndReason) -> Void
  private let state: Locked<State>

  /// Creates the playback of an item, whose records have not begun. `ended` is called once, on the queue.
  init(
    _ playhead: ObservedPlayhead, _ item: AttachedItem,
    in session: RecordingSession<AttachedPlayback>,
    settings: @escaping @Sendable () -> SessionSettings = { SessionSettings() },
    ended: @escaping @Sendable (AttachedPlayback, EndReason) -> Void
  ) {
    (self.playhead, self.session) = (playhead, session)
    (self.settings, self.ended) = (settings, ended)
    state = Locked(State(item: item, points: AttachedPoints(session.outputs.options)))
  }

  /// Begins to write records on the queue. The number is for an item without one. Nil records any number.
  func begin(_ number: Int, remaining: Int?, isShown: Bool) {
    let outputs = session.outputs
    playhead.cues.add(outputs.cues)
    let (item, recorded) = state.withLock { state in
      var described = PlayedItem(
        state.item, of: session.name, number: number, timecodeRate: options.style.timecodeRate)
      described.cues = playhead.cues
      let recorded = RecordedPlayhead(
        playhead, in: described, to: outputs, remaining: remaining, on: session.queue)
      state.recorded = recorded
      return (state.item, recorded)
    }
    recorded.setOwner(self)
    let progress = playhead.currentProgress()
    outputs.writer.write(.open(item.media, progress.duration), of: recorded.item)
    recorded.begin(on: schedule(for: recorded.item, item).startingWithPosition())
    if item.media != nil { readCues() }
    sendTimecode(named: session.name)
    if isShown { show() }
  }

  /// Shows the item on the display, if there is one. Call this on the queue, and only once.
  func show() {
    let details = StatusDetails { [weak self] item in
      item.title.map { [self?.item.artist, $0].compactMap(\.self).joined(separator: " – ") }
    }
    recorded?.show(details, settings: settings)
  }

  /// Records that the media cannot be opened.
  func markMediaUnreadable() {
    session.queue.async { [self] in
      state.withLock { $0.isMediaUnreadable = true }
      if let recorded, !recorded.isOver { sendTimecode(named: recorded.item.file) }
    }
  }

  /// Begins to send timecode, unless the media may still be opened, whose frame rate it needs.
  private func sendTimecode(named name: String) {
    let isRateKnown = !playhead.hasMedia || options.timecode.rate != nil
    let (begins, item) = state.withLock { state in
      let isKnown = isRateKnown || state.item.media != nil || state.isMediaUnreadable
      defer { state.sendsTimecode = state.sendsTimecode || isKnown }
      return (isKnown && !state.sendsTimecode, state.item)
    }
    if begins { recorded?.sendTimecode(named: name, of: item.media, at: item.timecodeRate) }
  }

  /// Changes the known properties of the item.
  func describe(_ item: AttachedItem) {
    let hadMedia = state.withLock { state in
      defer { state.item = item }
      return state.item.media != nil
    }
    guard let recorded, !recorded.isOver else { return }
    let described = recorded.describe {
      $0.describe(item, timecodeRate: options.style.timecodeRate)
    }
    recorded.updateLine()
    if options.style.showsTimecode, item.media != nil, !hadMedia, described.timecodes == nil {
      Messages.say(FileMessage.noTimecode, about: described.file)
    }
    let schedule = schedule(for: described, item)
    let isFirst = item.media != nil && !hadMedia
    let waiting = state.withLock { state in
      let waiting = state.description
      let bringsMedia = isFirst || waiting?.bringsMedia == true
      state.description = Description(schedule: schedule, bringsMedia: bringsMedia)
      return waiting
    }
    // The queue waits while a record is written, and a player may describe its item again and again.
    if waiting == nil { session.queue.async { [self] in followDescription() } }
  }

  private func followDescription() {
    let description = state.withLock { $0.description.take() }
    guard let recorded, !recorded.isOver, let description else { return }
    if description.bringsMedia {
      readCues()
      // It was not known that there would be media.
      if options.timecode.rate == nil { state.withLock { $0.sendsTimecode = false } }
      sendTimecode(named: recorded.item.file)
    }
    // The places of its points may have become known.
    recorded.follow(timesOf: description.schedule)
  }

  /// Reads the cues of the media on another thread, except those that are read with it, and adds all at once.
  private func readCues() {
    let options = options.cues
    guard options.dependOnMedia, let media = playhead.opener as? LocatedMedia else { return }
    let (interruption, start) = (state.withLock { $0.readingCues }, playhead.mediaStart)
    DispatchQueue(label: "playhead.cues").async { [weak self] in
      do throws(FileFailure) {
        let cues = try options.read(
          of: media, playing: nil, interruption: interruption)
        self?.add(cues.compactMap { $0.later(by: start) })
      } catch {
        if !interruption.isInterrupted { Messages.say(error.message) }
      }
    }
  }

  private func add(_ cues: [Cue]) {
    recorded?.item.cues.add(cues)
    recorded?.updateLine()
  }

  /// The schedule of the records of an item, with the points whose places are known.
  private func schedule(for described: PlayedItem, _ item: AttachedItem) -> Schedule {
    let (messages, end) = state.withLock { state in
      (state.points.resolve(in: described, lasting: item.duration), state.points.end)
    }
    for message in messages { Messages.say(message, about: described.file) }
    let schedule = options.schedule.schedule(
      in: item.duration ?? .zero, described.chapters, described.cues, described.timecodes)
    return end.map { schedule.union(.times([$0])) } ?? schedule
  }

  func writePosition() { recorded?.writePosition() }

  /// Records why the player leaves the item, whose publisher completes then.
  func leave(_ reason: EndReason) {
    state.withLock { $0.departure = $0.departure ?? reason }
  }

  /// Ends playback after the records of all changes until now.
  func stop(_ reason: EndReason) {
    session.queue.async { [self] in finish(reason) }
  }

  /// How long playback to the end takes, in seconds; nil if that is not known.
  var secondsLeft: Double? {
    let progress = playhead.currentProgress()
    let rate = progress.rate.doubleValue
    guard rate > 0, let end = progress.duration?.time else { return nil }
    return (end.seconds - progress.position.seconds) / rate
  }

  private var item: AttachedItem { state.withLock { $0.item } }
  var recorded: RecordedPlayhead? { state.withLock { $0.recorded } }

  private func finish(_ reason: EndReason) {
    recorded?.finish(reason, at: playhead.currentProgress())
  }

  // MARK: Records

  func isAtEndPoint(_ progress: PlayheadProgress) -> Bool {
    state.withLock { $0.points.end }.map { progress.position >= $0 } ?? false
  }

  func didRecord(_ progress: PlayheadProgress, isLast: Bool) {
    if session.outputs.writer.isOutputClosed {
      finish(.outputClosed)
    } else if isAtEndPoint(progress) {
      finish(.endTime)
    } else if isLast {
      finish(.limit)
    }
  }

  func closed() {
    let isAtEnd = playhead.currentProgress().state == .ended
    finish(state.withLock { $0.departure } ?? (isAtEnd ? .end : .stopped))
  }

  func willEnd(_ reason: EndReason, at progress: PlayheadProgress) {
    state.withLock { $0.readingCues }.interrupt()
  }

  func messages(atEnd progress: PlayheadProgress) -> [FileMessage] {
    guard let item = recorded?.item else { return [] }
    return state.withLock { $0.points.finish(at: progress.position, in: item) }
  }

  func didEnd(_ ending: RecordedPlayhead.Ending) {
    session.remove(self, remaining: ending.remaining)?.show()
    ended(self, ending.reason)
  }
}

extension RecordingSession<AttachedPlayback> {
  /// Begins the records of an item, on the queue, and shows it unless another one is shown.
  func begin(_ item: AttachedPlayback, remaining: Int?) {
    let (number, isFirst) = add(item)
    item.begin(number, remaining: remaining, isShown: isFirst)
  }
}

extension Cue {
  /// Returns the cue at a later time; nil if that cannot be represented.
  fileprivate func later(by length: MediaTime) -> Cue? {
    guard length != .zero else { return self }
    guard let start = start.adding(length) else { return nil }
    var cue = self
    (cue.start, cue.end) = (start, end?.adding(length))
    cue.words = words.compactMap { word in
      word.start.adding(length).map { Cue.Word(start: $0, text: word.text) }
    }
    return cue
  }
}
