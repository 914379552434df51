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
import PortableCombine

/// Turns the progress of one item of another player, or of a job, into records.
///
/// Its subscription waits while a record is written.
final class AttachedPlayback: Subscriber, Sendable {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  private struct State {
    var item: AttachedItem
    /// The records; nil before they begin.
    var records: ItemRecords?
    var subscription: (any Subscription)?
    var statusLine: StatusLine?
    /// The points of the command line; nil before the records begin.
    var points: AttachedPoints?
    /// Whether the media cannot be opened.
    var isMediaUnreadable = false
    /// Whether timecode is sent. Before that it waits for the frame rate of the media.
    var sendsTimecode = false
    /// Why the player has left the item; nil before.
    var departure: EndReason?
    var isOver = false
    /// The newest description that the queue has not taken; nil if there is none.
    var description: Description?
    /// Ends reading the cues of the media.
    let readingCues = Interruption()
  }

  /// What follows from a new description of the item.
  private struct Description {
    let schedule: Schedule
    /// Whether it is the first one with media.
    let bringsMedia: Bool
  }

  let playhead: ObservedPlayhead
  private let queue: DispatchQueue
  private let ended: @Sendable (EndReason) -> Void
  private let state: Locked<State>

  /// Creates the playback of an item, whose records have not begun.
  ///
  /// - Parameters:
  ///   - playhead: The playhead of the item.
  ///   - item: The item.
  ///   - queue: The queue on which records are written.
  ///   - ended: Called once, on the queue, after the last record.
  init(
    _ playhead: ObservedPlayhead, _ item: AttachedItem, on queue: DispatchQueue,
    ended: @escaping @Sendable (EndReason) -> Void
  ) {
    (self.playhead, self.queue, self.ended) = (playhead, queue, ended)
    state = Locked(State(item: item))
  }

  /// How many more progress records may be written; nil means any number, or that none was begun.
  var remaining: Int? { records?.remaining }

  /// Begins to write records, on the queue.
  ///
  /// - Parameters:
  ///   - number: The number of the item, if the player does not report it.
  ///   - player: The name of the player.
  ///   - outputs: The outputs to write to.
  ///   - remaining: How many more progress records may be written. Nil means any number.
  ///   - isShown: Whether the item is shown on the display, if there is one.
  ///   - settings: Returns the settings of the player, for the status line.
  func begin(
    _ number: Int, of player: String, to outputs: SessionOutputs, remaining: Int?,
    isShown: Bool = true, settings: @escaping @Sendable () -> SessionSettings
  ) {
    let options = outputs.options
    playhead.cues.add(outputs.cues)
    let (item, records) = state.withLock { state in
      var described = PlayedItem(
        state.item, of: player, number: number, timecodeRate: options.style.timecodeRate)
      described.cues = playhead.cues
      let records = ItemRecords(
        of: described, to: outputs, remaining: remaining, clock: playhead.clock)
      state.records = records
      state.points = AttachedPoints(options)
      return (state.item, records)
    }
    let progress = playhead.currentProgress()
    outputs.writer.write(.open(item.media, progress.duration), of: records.item)
    let schedule = schedule(for: records.item, item, options)
    playhead.progressPublisher(on: schedule.startingWithPosition(), until: .closed, queue: queue)
      .subscribe(self)
    if item.media != nil { readCues(options.cues) }
    sendTimecode(named: player)
    if isShown { show(settings) }
  }

  /// Shows the item on the display, if there is one. Call this on the queue, and only once.
  func show(_ settings: @escaping @Sendable () -> SessionSettings) {
    guard !isOver, let records, let display = records.outputs.display else { return }
    let statusLine = StatusLine(
      of: StatusSubject(playhead, of: records) { [weak self] in self?.item.artist }, on: display,
      options: records.outputs.options, settings: settings)
    state.withLock { $0.statusLine = statusLine }
    statusLine.begin()
  }

  /// Records that the media cannot be opened.
  func noteUnreadableMedia() {
    queue.async { [self] in
      let name = state.withLock { state in
        state.isMediaUnreadable = true
        return state.isOver ? nil : state.records?.item.file
      }
      if let name { sendTimecode(named: name) }
    }
  }

  /// Begins to send timecode, unless the media may still be opened, whose frame rate it needs.
  private func sendTimecode(named name: String) {
    let hasMedia = playhead.hasMedia
    let (outputs, media) = state.withLock { state in
      let outputs = state.records?.outputs
      let media = state.item.media
      let isKnown =
        media != nil || !hasMedia || state.isMediaUnreadable
        || outputs?.options.timecode.rate != nil
      if state.sendsTimecode || !isKnown { return (nil as SessionOutputs?, media) }
      state.sendsTimecode = true
      return (outputs, media)
    }
    outputs?.timecode?.follow(playhead, named: name, of: media)
  }

  /// Changes the known properties of the item.
  func describe(_ item: AttachedItem) {
    let (records, statusLine, hadMedia) = state.withLock { state in
      defer { state.item = item }
      return (state.records, state.statusLine, state.item.media != nil)
    }
    guard let records else { return }
    let options = records.outputs.options
    let described = records.describe {
      $0.describe(item, timecodeRate: options.style.timecodeRate)
    }
    statusLine?.update()
    if options.style.showsTimecode, item.media != nil, !hadMedia, described.timecodes == nil {
      Messages.say(FileMessage.noTimecode, about: described.file)
    }
    let schedule = schedule(for: described, item, options)
    let isFirst = item.media != nil && !hadMedia
    let waiting = state.withLock { state in
      let waiting = state.description
      let bringsMedia = isFirst || waiting?.bringsMedia == true
      state.description = Description(schedule: schedule, bringsMedia: bringsMedia)
      return waiting
    }
    // The queue waits while a record is written, and a player may describe its item again and again.
    if waiting == nil { queue.async { [self] in followDescription(options) } }
  }

  private func followDescription(_ options: PlayOptions) {
    let description = state.withLock { $0.description.take() }
    guard !isOver, let description else { return }
    if description.bringsMedia, let name = records?.item.file {
      readCues(options.cues)
      // It was not known that there would be media.
      if options.timecode.rate == nil { state.withLock { $0.sendsTimecode = false } }
      sendTimecode(named: name)
    }
    let subscription = state.withLock { $0.subscription }
    // The places of its points may have become known.
    (subscription as? PlayheadProgressSubscription)?.follow(timesOf: description.schedule)
  }

  /// Reads the cues that belong to the media, on another thread, except those that are read with it. They are
  /// added when all are known.
  private func readCues(_ options: CueOptions) {
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
    records?.item.cues.add(cues)
    state.withLock { $0.statusLine }?.update()
  }

  /// The schedule of the records of an item, with the points whose places are known.
  private func schedule(
    for described: PlayedItem, _ item: AttachedItem, _ options: PlayOptions
  ) -> Schedule {
    let (messages, end) = state.withLock { state in
      let messages = state.points?.place(in: described, lasting: item.duration)
      return (messages ?? [], state.points?.end)
    }
    for message in messages { Messages.say(message, about: described.file) }
    let schedule = options.schedule.schedule(
      in: item.duration ?? .zero, described.chapters, described.cues, described.timecodes)
    return end.map { schedule.union(.times([$0])) } ?? schedule
  }

  /// Writes a record with the current position.
  func writePosition() {
    let progress = playhead.currentProgress()
    queue.async { [self] in
      if !isOver { records?.writeRequested(progress) }
    }
  }

  /// Notes why the player leaves the item, whose publisher completes then.
  func leave(_ reason: EndReason) {
    state.withLock { $0.departure = $0.departure ?? reason }
  }

  /// Ends playback after the records of all changes until now.
  func stop(_ reason: EndReason) {
    queue.async { [self] in finish(reason) }
  }

  private var item: AttachedItem { state.withLock { $0.item } }
  private var records: ItemRecords? { state.withLock { $0.records } }
  private var isOver: Bool { state.withLock { $0.isOver } }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    guard let records, !isOver else { return .none }
    let end = state.withLock { $0.points?.end }
    let isAtEndPoint = end.map { progress.position >= $0 } ?? false
    let isLast = records.write(progress, isAtEndPoint: isAtEndPoint)
    if records.outputs.writer.isOutputClosed {
      finish(.outputClosed)
    } else if isAtEndPoint {
      finish(.endTime)
    } else if isLast {
      finish(.limit)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    let isAtEnd = playhead.currentProgress().state == .ended
    finish(state.withLock { $0.departure } ?? (isAtEnd ? .end : .stopped))
  }

  private func finish(_ reason: EndReason) {
    let (isFirst, subscription, statusLine, records) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.subscription.take(), state.statusLine.take(), state.records)
    }
    guard isFirst else { return }
    state.withLock { $0.readingCues }.interrupt()
    subscription?.cancel()
    statusLine?.end()
    let progress = playhead.currentProgress()
    records?.outputs.timecode?.leave(playhead, at: progress)
    if reason == .end, let item = records?.item {
      let messages = state.withLock { $0.points?.finish(at: progress.position, in: item) } ?? []
      for message in messages { Messages.say(message, about: item.file) }
    }
    if let statusLine {
      records?.outputs.display?.end(with: statusLine.content(progress, reason))
    }
    records?.end(reason, at: progress)
    ended(reason)
  }
}

extension StatusSubject {
  /// Creates the subject of an item of another player.
  fileprivate init(
    _ playhead: ObservedPlayhead, of records: ItemRecords,
    by artist: @escaping @Sendable () -> String?
  ) {
    self.init(
      clock: playhead.clock, item: { records.item },
      title: {
        records.item.title.map { [artist(), $0].compactMap(\.self).joined(separator: " – ") }
      },
      progress: { playhead.currentProgress() },
      updates: { schedule, queue in
        playhead.progressPublisher(on: schedule, until: .closed, queue: queue)
          .map { ($0, nil) }
          .eraseToAnyPublisher()
      })
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
