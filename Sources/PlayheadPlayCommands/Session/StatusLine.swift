import Dispatch
import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadRecords
import PlayheadTerminal
import PlayheadTimekeeping
import PortableCombine

/// Updates the status line of a terminal when the shown state of one player changes.
///
/// It has its own progress subscription. The interval is the shortest time in which the line can change.
package final class StatusLine: Sendable {
  private struct State {
    var following: AnyCancellable?
    var reading: AnyCancellable?
    /// The progress of the latest update.
    var progress: PlayheadProgress?
    /// The width of the window, on which the interval depends.
    var columns = 0
    /// The interval at which the line is updated; nil to subscribe again.
    var interval: MediaTime?
    /// The times of the words of lyrics.
    var words: [MediaTime] = []
    var readUntil: MediaTime?
    var isOver = false
  }

  private let playhead: any Playhead
  private let item: @Sendable () -> PlayedItem
  private let details: StatusDetails
  private let display: LiveDisplay
  private let options: PlayOptions
  private let settings: @Sendable () -> SessionSettings
  private let queue = DispatchQueue(label: "playhead.status")
  private let state: Locked<State>

  /// Creates the status line of a playhead, which shows the item and settings of the moment.
  package init(
    of playhead: any Playhead, _ details: StatusDetails,
    in item: @escaping @Sendable () -> PlayedItem,
    on display: LiveDisplay, options: PlayOptions,
    settings: @escaping @Sendable () -> SessionSettings
  ) {
    (self.playhead, self.details, self.item) = (playhead, details, item)
    self.display = display
    self.options = options
    self.settings = settings
    state = Locked(State(progress: playhead.progressIfKnown))
  }

  /// Shows this player on the display.
  package func begin() {
    display.show { [weak self] in self?.presentContent() }
    findWords()
    follow()
    let reading = details.readUntil().sink { [weak self] in self?.readAgain(readUntil: $0) }
    state.withLock { if !$0.isOver { $0.reading = reading } }
  }

  /// Shows the properties of the item, which have changed.
  package func update() {
    findWords()
    readAgain()
  }

  private func readAgain(readUntil: MediaTime? = nil) {
    if let readUntil { state.withLock { $0.readUntil = readUntil } }
    if let progress = playhead.progressIfKnown { show(progress) }
  }

  /// Stops following the player. The display keeps its last content.
  package func end() {
    let (following, reading) = state.withLock { state in
      state.isOver = true
      return (state.following.take(), state.reading.take())
    }
    following?.cancel()
    reading?.cancel()
  }

  /// Returns the current content; nil while playback is ending, because the next line is the last.
  private func presentContent() -> StatusLineContent? {
    state.withLock { $0.isOver ? nil : $0.progress }.map { content($0) }
  }

  /// Returns the content of the line; with an ending, of the last line, which remains.
  package func content(
    _ progress: PlayheadProgress, _ ending: EndReason? = nil
  ) -> StatusLineContent {
    let settings = settings()
    var content = StatusLineContent(progress, rate: settings.rate, indexed: details.indexedDuration)
    content.ending = ending
    // The player also pauses before playback begins and at the end of the range.
    if progress.state == .paused, !settings.playerRate.isPaused { content.state = .playing }
    content.isLooping = settings.fileLoop != .none || settings.loopRange != nil
    if options.sound.output != nil {
      let volume = Volume(percent: settings.volume)
      content.volume = volume == .full ? nil : volume
      content.isMuted = settings.isMuted
    }
    var item = item()
    content.chapters = item.chapters
    content.title = details.title(item)
    item.ending = ending
    content.listing = .init(name: item.lastPathComponent, number: item.number, count: item.count)
    if ending == nil, !item.cues.isEmpty {
      if options.showsLyrics {
        content.lyrics = LyricLines(item.cues, at: progress.position)
      } else {
        content.cue = item.cues.cues(at: progress.position, newest: Moment.mostCues)
          .map(\.line).joined(separator: " / ")
      }
    }
    content.readUntil = state.withLock { $0.readUntil }
    if settings.isStepping, progress.state == .paused {
      content.precision = .milliseconds
      content.frame = item.counted(at: progress).frame(at: progress)
    }
    if progress.job != nil {
      content.rate = progress.rate
      if progress.state == .ended { content.isDurationEstimated = false }
      content.job = StatusLineContent.Job(end: moment(progress, item).timeOfEnd)
    }
    content.custom = custom(progress, item)
    return content
  }

  /// Returns the text that the options choose by a template, fields, decimals or timecode.
  private func custom(_ progress: PlayheadProgress, _ item: PlayedItem) -> String? {
    guard options.style.template != nil || options.choosesText else { return nil }
    let needsFrame =
      options.style.template?.names(.frame) ?? options.style.fields?.contains(.frame) ?? false
    let moment = moment(progress, needsFrame ? item.counted(at: progress) : item)
    guard let template = options.style.template else {
      return options.text(of: .progress(progress, wallTime: moment.wallTime), moment.item)
    }
    return String { template.append(moment, options.templateStyle, to: &$0) }
  }

  private func moment(_ progress: PlayheadProgress, _ item: PlayedItem) -> Moment {
    let wallTime =
      options.isInstant ? nil : WallTime(of: progress.hostInstant, now: playhead.clock.now)
    return Moment(progress: progress, wallTime: wallTime, item: item)
  }

  /// Shows an update, which changes the interval unless it is a usual one.
  private func show(_ progress: PlayheadProgress) {
    let columns = display.width
    let isUsual = state.withLock { state in
      let last = state.progress
      defer {
        state.columns = columns
        // Another thread may have brought a later one.
        if last.map({ $0.hostInstant <= progress.hostInstant }) ?? true {
          state.progress = progress
        }
      }
      return progress.cause == .interval && progress.duration == last?.duration
        && columns == state.columns
    }
    if !isUsual { follow() }
    display.update()
  }

  /// Subscribes again if words of lyrics have become known.
  private func findWords() {
    guard options.showsLyrics else { return }
    let words = item().cues.track.flatMap { $0.words.map(\.start) }
    let isFollowing = state.withLock { state in
      if state.words == words { return false }
      (state.words, state.interval) = (words, nil)
      return state.following != nil
    }
    if isFollowing { follow() }
  }

  /// Subscribes again if the interval has changed.
  private func follow() {
    let interval = interval()
    let words = state.withLock { state -> [MediaTime]? in
      if state.isOver || state.interval == interval { return nil }
      state.interval = interval
      return state.words
    }
    guard let words else { return }
    var schedule = Schedule.interval(interval)
    if !options.cues.sources.isEmpty {
      schedule = schedule.union(.cues(item().cues)).union(.times(words))
    }
    let following = playhead.progressPublisher(on: schedule, until: .closed, queue: queue)
      .sink { [weak self] in self?.show($0) }
    let outdated = state.withLock { state -> AnyCancellable? in
      if state.isOver || state.interval != interval || state.words != words { return following }
      defer { state.following = following }
      return state.following
    }
    outdated?.cancel()
  }
}

extension StatusLine {
  /// Returns the media time after which the line can change.
  private func interval() -> MediaTime {
    let rate = settings().rate
    if options.style.template != nil {
      return options.schedule.interval
        ?? DisplayCadence.interval(rate: rate, duration: nil, columns: 1)
    }
    let duration = state.withLock { $0.progress?.duration }?.time
    let isLong = duration.map { $0 >= .seconds(3_600) } ?? false
    return DisplayCadence.interval(
      rate: rate, duration: duration, columns: display.width * (display.style.hasBlocks ? 8 : 1),
      unit: isLong ? .seconds(1) : DisplayCadence.tenth)
  }
}
