import Dispatch
import Locking
import PlayheadKit

/// The playback of one file, which writes its records.
///
/// It subscribes with a demand of one value at a time, so that a slow reader gets the newest
/// position and does not delay playback.
final class FilePlayback: Subscriber, Sendable {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  struct State {
    var subscription: (any Subscription)?
    var watching: [AnyCancellable] = []
    /// Nil before the file is open, or if there is no status line.
    var statusLine: StatusLine?
    var stopReason: EndReason?
    /// Why playback ends; only the first reason is stored.
    var endReason: EndReason?
    /// The end reason, after the last record was written.
    var outcome: EndReason?
    var remaining: Int?
    /// The file and its known properties.
    var item: PlayedItem
    /// Nil after playback has begun.
    var beginning: Beginning?
    /// Whether a start is scheduled with the player and has not happened yet.
    var isScheduling = false
    /// The loop that was set on the player.
    var loop: PlaybackLoop?
    /// The instant when the playhead reached the end.
    var endInstant: HostInstant?
    /// The update in the last record.
    var told: PlayheadProgress?
    /// Points that may be beyond the end.
    var unreached = UnreachedPoints()
  }

  /// When playback of a file begins.
  enum Beginning: Hashable {
    case whenOpen
    /// At a later instant.
    case at(HostInstant)
    /// As if at a recent instant, when the previous file ended. Only if the file is already open.
    case asOf(HostInstant)
  }

  let player: Player
  /// The name of the file, as it was given.
  var name: String { state.withLock { $0.item.file } }
  /// Returns the current settings of the user.
  let settings: @Sendable () -> TransportSettings
  private let started: @Sendable () -> Void
  private let readToEnd: @Sendable () -> Void
  let display: LiveDisplay?
  let writer: RecordWriter
  let cues: CueRunner
  let options: PlayOptions
  let start: MediaTime
  let end: MediaTime?
  /// The duration if a point is counted from it, otherwise zero.
  private let duration: MediaTime
  let statistics: PlaybackStatistics?
  let queue = DispatchQueue(label: "playhead.records")
  private let finished = DispatchSemaphore(value: 0)
  let state: Locked<State>

  /// Creates the playback of a file.
  ///
  /// - Parameters:
  ///   - duration: The duration of the file if a point is counted from it, otherwise zero.
  ///   - remaining: How many more progress records may be written. Nil means any number.
  ///   - started: Called when the file is open.
  ///   - readToEnd: Called when the file is read up to the end of playback.
  init(
    _ item: PlayedItem, _ player: Player, from start: MediaTime, to end: MediaTime?,
    lasting duration: MediaTime, beginning: Beginning, options: PlayOptions, remaining: Int?,
    writer: RecordWriter,
    cues: CueRunner,
    display: LiveDisplay?, settings: @escaping @Sendable () -> TransportSettings,
    started: @escaping @Sendable () -> Void, readToEnd: @escaping @Sendable () -> Void
  ) {
    self.player = player
    self.start = start
    self.end = end
    self.duration = duration
    statistics = options.showsStatistics ? PlaybackStatistics() : nil
    self.options = options
    self.writer = writer
    self.cues = cues
    self.display = display
    self.settings = settings
    self.started = started
    self.readToEnd = readToEnd
    state = Locked(State(remaining: remaining, item: item, beginning: beginning))
    player.setForwardPlaybackEnd(end)
  }

  /// Plays the file and returns why playback ended.
  ///
  /// - Parameter wait: Called repeatedly until there is an outcome. Waits for the semaphore, or
  ///   runs the next step of a manual clock, and returns false if there are no more steps.
  func run(waiting wait: (DispatchSemaphore) -> Bool) -> EndReason {
    let watching = player.statusPublisher.sink { [weak self] in self?.receive(status: $0) }
    state.withLock { $0.watching.append(watching) }
    player.load()
    while true {
      if let outcome = state.withLock({ $0.outcome }) { return close(outcome) }
      if !wait(finished) { finish(.error, position: player.currentTime()) }
    }
  }

  /// The instant when the playhead reached the end, or nil before.
  var endInstant: HostInstant? { state.withLock { $0.endInstant } }

  /// How many more progress records may be written.
  var remaining: Int? { state.withLock { $0.remaining } }

  /// Stops playback after a last record of the position. May be called from any thread.
  func stop(_ reason: EndReason) {
    let statusLine = state.withLock { state in
      state.stopReason = reason
      return state.statusLine
    }
    statusLine?.end()
    halt(reason)
    // With `--instant` the same thread reads the media and writes the records.
    if options.isInstant { player.interruptReading() }
  }

  /// Whether the file is open and records are being written.
  var isStarted: Bool { state.withLock { $0.subscription != nil } }

  /// Calls `readToEnd` when the file is read up to its end or the `--end` point.
  private func watchReading() {
    let isWhole = player.durationPublisher.map { $0?.isExact == true }
    let isToTheEnd = player.bufferedRangePublisher.map { [end] range in
      end.map { range.upperBound >= $0 } ?? false
    }
    let reading = isWhole.merge(with: isToTheEnd).first { $0 }
      .sink { [weak self] _ in self?.readToEnd() }
    state.withLock { $0.watching.append(reading) }
  }

  /// Ends playback: after the record of the pause if the player is playing, otherwise without one.
  private func halt(_ reason: EndReason) {
    if isStarted, !player.rate.isPaused { return player.pause() }
    // With `--instant` all work is on one thread.
    if options.isInstant { return finish(reason, position: player.currentTime()) }
    finishInOrder(reason)
  }

  /// Finishes after the records that are already queued.
  func finishInOrder(_ reason: EndReason) {
    queue.async { [self] in finish(reason, position: player.currentTime()) }
  }

  private func close(_ outcome: EndReason) -> EndReason {
    let (subscription, watching) = state.withLock { ($0.subscription.take(), $0.watching) }
    subscription?.cancel()
    for watching in watching { watching.cancel() }
    if outcome == .end || outcome == .endTime {
      state.withLock { $0.endInstant = player.anchorInstant }
    }
    player.close()
    return outcome
  }

  private func receive(status: Player.Status) {
    switch status {
    case .unknown: break
    case .readyToPlay:
      if isOver { return }
      guard let info = player.mediaInfo else { return }
      opened(info)
      if options.schedule.needsFrames, !state.withLock({ $0.item.hasVideo }) {
        return fail(MediaError(.read, name, .noFrames))
      }
      if writer.isOutputClosed { return finish(.outputClosed, position: start) }
      let item = state.withLock { $0.item }
      let statusLine = display.map {
        StatusLine(of: player, item, on: $0, options: options, settings: settings)
      }
      state.withLock { $0.statusLine = statusLine }
      let schedule = options.schedule.schedule(
        in: duration, ChapterList(info), state.withLock { $0.item.timecodes })
      player.progressPublisher(on: schedule, queue: queue).subscribe(self)
      statusLine?.begin()
      applySettings()
      // A stop before the subscription could not pause the player.
      if let reason = state.withLock({ $0.stopReason }) { return halt(reason) }
      started()
      if !options.isInstant { watchReading() }
    case .failed(let error):
      let isPlaying = state.withLock { $0.subscription != nil }
      if !isPlaying { fail(error) }
    }
  }

  private func opened(_ info: MediaInfo) {
    let item = state.withLock { state in
      state.item.describe(info, timecodeRate: options.timecodeRate)
      return state.item
    }
    if options.showsTimecode, item.timecodes == nil {
      Messages.say(FileMessage.noTimecode, about: item.file)
    }
    if settings().isLooping, !info.isSeekable {
      Messages.say(FileMessage.notLoopable, about: item.file)
    }
    writer.write(.open(info, player.duration), of: item)
    reportUnreachedPoints(info, item)
  }

  /// Reports the points beyond the end, if the container declares a duration.
  private func reportUnreachedPoints(_ info: MediaInfo, _ item: PlayedItem) {
    var unreached = UnreachedPoints(
      of: options, start: start, end: end, lasting: duration, chapters: item.chapters,
      timecodes: item.timecodes)
    for message in unreached.absences { Messages.say(message, about: name) }
    let isDeclared = !info.isDurationEstimated && !options.follows
    if isDeclared, let length = info.declaredDuration(from: info.presentationStart ?? .zero) {
      for message in unreached.takeMessages(beyond: length) { Messages.say(message, about: name) }
    }
    state.withLock { $0.unreached = unreached }
  }

  var isOver: Bool { state.withLock { $0.endReason != nil } }

  func fail(_ error: MediaError) {
    if let stopReason = state.withLock({ $0.stopReason }) {
      return finish(stopReason, position: player.currentTime())
    }
    finish(.error, position: player.currentTime(), because: error)
  }

  /// Writes the last records, unless playback already ended for another reason.
  func finish(_ reason: EndReason, position: MediaTime, because error: MediaError? = nil) {
    let (isFirst, item, statusLine) = state.withLock { state in
      defer { state.endReason = state.endReason ?? reason }
      return (state.endReason == nil, state.item, state.statusLine.take())
    }
    guard isFirst else { return }
    if let error {
      Messages.say("\(error)")
      writer.write(.error("\(error)"), of: item)
    }
    statusLine?.end()
    display?.end(with: statusLine?.lastContent(at: position, reason))
    if reason == .end {
      let messages = state.withLock { $0.unreached.takeMessages(beyond: position) }
      for message in messages { Messages.say(message, about: name) }
    }
    writer.write(.end(reason, position: position), of: item)
    if let statistics {
      let text = statistics.text(played: player.playedTime, stalled: player.stalledTime)
      Messages.say("\(name): \(text)")
    }
    state.withLock { $0.outcome = reason }
    finished.signal()
  }
}
