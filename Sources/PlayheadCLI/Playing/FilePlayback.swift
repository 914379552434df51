import Dispatch
import Locking
import PlayheadKit

/// Plays one file and writes its records, as a subscriber that asks for one value at a time: a slow
/// reader gets the newest position and holds up nothing.
final class FilePlayback: Subscriber, Sendable {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  struct State {
    var subscription: (any Subscription)?
    var watching: [AnyCancellable] = []
    /// Where a terminal is drawn on, and the file is open.
    var statusLine: StatusLine?
    var stopReason: EndReason?
    /// Why it ends: the first reason counts.
    var endReason: EndReason?
    /// The same, once the last record is written.
    var outcome: EndReason?
    var remaining: Int?
    /// The file, with what is known of it.
    var item: PlayedItem
    /// Nil once it has begun.
    var beginning: Beginning?
    /// Whether the player was told when to begin, and nothing came of it yet.
    var isScheduling = false
    /// What the player was given.
    var loop: PlaybackLoop?
    /// When the playhead met the end.
    var endInstant: HostInstant?
    /// What the last record told.
    var told: PlayheadProgress?
    /// Points that may lie beyond the end.
    var unreached = UnreachedPoints()
  }

  /// When a file begins.
  enum Beginning: Hashable {
    case whenOpen
    /// Waits for the instant.
    case at(HostInstant)
    /// At an instant just past, where it is open by then.
    case asOf(HostInstant)
  }

  let player: Player
  /// The file, as it was given.
  var name: String { state.withLock { $0.item.file } }
  /// What is wanted of playback, now.
  let settings: @Sendable () -> TransportSettings
  private let started: @Sendable () -> Void
  private let readToEnd: @Sendable () -> Void
  let display: LiveDisplay?
  let writer: RecordWriter
  let cues: CueRunner
  let options: PlayOptions
  private let start: MediaTime
  let end: MediaTime?
  /// As far as it was asked for; else zero.
  private let duration: MediaTime
  let statistics: PlaybackStatistics?
  let queue = DispatchQueue(label: "playhead.records")
  private let finished = DispatchSemaphore(value: 0)
  let state: Locked<State>

  /// - Parameters:
  ///   - duration: what points are counted back from, where there are such.
  ///   - remaining: how many progress records may still be written; nil: any number.
  ///   - started: called once it is open.
  ///   - readToEnd: called once there is no more to be read of it before its end.
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

  /// Plays, and returns why it ended. `wait` is called for as long as there is no outcome; it
  /// returns when there may be one.
  func run(waiting wait: (DispatchSemaphore) -> Bool) -> EndReason {
    let watching = player.statusPublisher.sink { [weak self] in self?.receive(status: $0) }
    state.withLock { $0.watching.append(watching) }
    player.load()
    while true {
      if let outcome = state.withLock({ $0.outcome }) { return close(outcome) }
      if !wait(finished) { finish(.error, position: player.currentTime()) }
    }
  }

  /// When the playhead met the end; nil before that.
  var endInstant: HostInstant? { state.withLock { $0.endInstant } }

  /// How many progress records may still be written.
  var remaining: Int? { state.withLock { $0.remaining } }

  /// Stops playing after the position has been written once more. From any thread.
  func stop(_ reason: EndReason) {
    let statusLine = state.withLock { state in
      state.stopReason = reason
      return state.statusLine
    }
    statusLine?.end()
    halt(reason)
    // Without waiting, the thread that reads is the one that writes.
    if options.isInstant { player.interruptReading() }
  }

  /// Whether it is open, and records are written.
  var isStarted: Bool { state.withLock { $0.subscription != nil } }

  /// Has the player play as is wanted now.
  ///
  /// A key may change the settings, and apply them, while this applies older ones: so they are read
  /// again at the end.
  func applySettings() {
    var settings = settings()
    while isStarted, !isOver {
      apply(settings)
      let latest = self.settings()
      if latest == settings { break }
      settings = latest
    }
    display?.update()
  }

  private func apply(_ settings: TransportSettings) {
    let canLoop = settings.isLooping && player.mediaInfo?.isSeekable == true
    setLoop(canLoop ? PlaybackLoop(from: start, to: end, count: settings.loopCount) : nil)
    setRate(settings.playerRate)
  }

  /// A loop that is given again would count its passes anew.
  private func setLoop(_ loop: PlaybackLoop?) {
    let isNew = state.withLock { state in
      defer { state.loop = loop }
      return state.loop != loop
    }
    if isNew { player.setLoop(loop) }
  }

  private func setRate(_ rate: Rate) {
    switch state.withLock({ $0.beginning.take() }) {
    case .at(let instant) where !rate.isPaused:
      state.withLock { $0.isScheduling = true }
      player.setRate(rate, time: start, atHostTime: instant)
    case .asOf(let instant) where !rate.isPaused: player.setRate(rate, asOf: instant)
    // What it waits for would be over with the rate given again.
    case nil where player.playbackState == .waiting && player.rate == rate: break
    default: player.setRate(rate)
    }
  }

  /// Has `readToEnd` called when that is so.
  private func watchReading() {
    let isWhole = player.durationPublisher.map { $0?.isExact == true }
    let isToTheEnd = player.bufferedRangePublisher.map { [end] range in
      end.map { range.upperBound >= $0 } ?? false
    }
    let reading = isWhole.merge(with: isToTheEnd).first { $0 }
      .sink { [weak self] _ in self?.readToEnd() }
    state.withLock { $0.watching.append(reading) }
  }

  /// Has playback end: once the position where it pauses is written, or now where it stands.
  private func halt(_ reason: EndReason) {
    if isStarted, !player.rate.isPaused { return player.pause() }
    // Without waiting there is no other thread.
    if options.isInstant { return finish(reason, position: player.currentTime()) }
    finishInOrder(reason)
  }

  /// Finishes after what was asked to be written.
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
      if writer.isReaderGone { return finish(.readerGone, position: start) }
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
      // One that came before this would have had nothing to stop.
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
      Messages.say(
        "\(item.file): no timecode: its frame rate is unknown or varies; --fps gives one")
    }
    if settings().isLooping, !info.isSeekable {
      Messages.say("\(item.file): cannot be looped: its source cannot go back")
    }
    writer.write(.open(info, player.duration), of: item)
    tellUnreachedPoints(info, item)
  }

  /// Reports the points that lie beyond the end, as far as the container declares it.
  private func tellUnreachedPoints(_ info: MediaInfo, _ item: PlayedItem) {
    var unreached = UnreachedPoints(
      of: options, start: start, end: end, lasting: duration, chapters: item.chapters,
      timecodes: item.timecodes)
    for message in unreached.absences { Messages.say("\(name): \(message)") }
    let isDeclared = !info.isDurationReckoned && !options.follows
    if isDeclared, let length = info.declaredDuration(from: info.presentationStart ?? .zero) {
      for message in unreached.takeMessages(beyond: length) { Messages.say("\(name): \(message)") }
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

  /// Writes the last records, unless another reason to end came first.
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
      for message in messages { Messages.say("\(name): \(message)") }
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
