import Dispatch
import Locking
import PlayheadKit

/// Follows one player, so that the terminal's line is drawn again when something changes on it: by
/// a progress subscription of its own, whose interval is what the line can show.
final class StatusLine: Sendable {
  private struct State {
    var following: AnyCancellable?
    var interval: MediaTime?
    var readUntil: MediaTime?
    /// Until when a jump is a moment ago.
    var jumpEnd: HostInstant?
    var isOver = false
  }

  /// How long the position is shown less exactly after a jump, in nanoseconds.
  private static let jumpLength: Int64 = 1_000_000_000

  private let player: Player
  private let display: LiveDisplay
  private let options: PlayOptions
  private let settings: @Sendable () -> TransportSettings
  private let item: PlayedItem
  private let chapters: ChapterList
  private let title: String?
  private let queue = DispatchQueue(label: "playhead.status")
  private let state = Locked(State())

  /// - Parameter item: the file that the player plays, described.
  init(
    of player: Player, _ item: PlayedItem, on display: LiveDisplay,
    options: PlayOptions, settings: @escaping @Sendable () -> TransportSettings
  ) {
    self.player = player
    self.display = display
    self.options = options
    self.settings = settings
    self.item = item
    let info = player.mediaInfo
    chapters = info.map(ChapterList.init) ?? ChapterList()
    title = info?.title ?? item.title
  }

  /// Has the display show this player.
  func begin() {
    display.show { [weak self] in self?.presentContent() }
    follow()
  }

  /// Follows the player no longer; what the line shows stays.
  func end() {
    let following = state.withLock { state in
      state.isOver = true
      return state.following.take()
    }
    following?.cancel()
  }

  /// The playhead was put elsewhere.
  func noteJump() {
    let end = player.clock.now.advanced(byNanoseconds: StatusLine.jumpLength)
    state.withLock { $0.jumpEnd = end }
    display.update()
  }

  /// The content of the line that stays on the terminal when the file's playback has ended.
  func lastContent(at position: MediaTime, _ ending: EndReason) -> StatusLineContent {
    var progress = player.currentProgress()
    progress.position = position
    var content = content(progress)
    content.ending = ending
    return content
  }

  /// Nil once playback is being ended: the next line to be seen is the last.
  private func presentContent() -> StatusLineContent? {
    if state.withLock({ $0.isOver }) { return nil }
    return content(player.currentProgress())
  }

  private func content(_ progress: PlayheadProgress) -> StatusLineContent {
    let settings = settings()
    var content = StatusLineContent(progress, rate: settings.rate)
    // The player pauses for a moment before playback begins and at its forward end.
    if progress.state == .paused, !settings.playerRate.isPaused { content.state = .playing }
    content.isLooping = settings.isLooping
    content.chapters = chapters
    content.title = title
    if item.count > 1 {
      content.listing = .init(name: item.lastPathComponent, number: item.number, count: item.count)
    }
    let jumpEnd = state.withLock { state in
      content.readUntil = state.readUntil
      return state.jumpEnd
    }
    if settings.isStepping, progress.state == .paused {
      content.precision = .milliseconds
      content.frame = item.counted(at: progress.position, by: player).frame(at: progress)
    } else if let jumpEnd, player.clock.now < jumpEnd {
      content.precision = .seconds
      content.changesAt = jumpEnd
    }
    content.custom = custom(progress)
    return content
  }

  /// The text of the user's template, or of the fields, decimals or timecode that were asked for; nil
  /// if neither was given.
  private func custom(_ progress: PlayheadProgress) -> String? {
    guard options.template != nil || options.choosesText else { return nil }
    let needsFrame = options.template?.names(.frame) ?? options.fields?.contains(.frame) ?? false
    let moment = Moment(
      progress: progress,
      wallTime: options.isInstant
        ? nil : WallTime(of: progress.hostInstant, now: player.clock.now),
      item: needsFrame ? item.counted(at: progress.position, by: player) : item)
    var bytes: [UInt8] = []
    if let template = options.template {
      template.append(moment, options.templateStyle, to: &bytes)
    } else {
      var format = options.makeFormat(.text)
      let record = Record.progress(progress, wallTime: moment.wallTime)
      format.append(record, of: moment.item, to: &bytes)
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func note(_ status: PlaybackStatus) {
    state.withLock { $0.readUntil = status.bufferedRange?.upperBound }
    follow()
    display.update()
  }

  /// Subscribes at the interval that is due, unless that is so.
  private func follow() {
    let interval = interval
    let isNew = state.withLock { state in
      if state.isOver || state.interval == interval { return false }
      state.interval = interval
      return true
    }
    guard isNew else { return }
    let following = player.playbackStatusPublisher(interval: interval, queue: queue)
      .sink { [weak self] in self?.note($0) }
    let outdated = state.withLock { state -> AnyCancellable? in
      if state.isOver || state.interval != interval { return following }
      defer { state.following = following }
      return state.following
    }
    outdated?.cancel()
  }
}

extension StatusLine {
  /// The media time in which something changes on the line.
  private var interval: MediaTime {
    let rate = settings().rate
    if options.template != nil {
      return options.schedule.interval
        ?? DisplayCadence.interval(rate: rate, duration: nil, columns: 1)
    }
    let duration = player.duration?.time
    let isLong = duration.map { $0 >= .seconds(3_600) } ?? false
    return DisplayCadence.interval(
      rate: rate, duration: duration, columns: display.width * (display.style.hasBlocks ? 8 : 1),
      unit: isLong ? .seconds(1) : DisplayCadence.tenth)
  }
}

extension MediaInfo {
  /// As its tags tell it: `ARTIST – TITLE`.
  fileprivate var title: String? {
    func tag(_ key: String) -> String? {
      tags.first { $0.key.lowercased() == key && !$0.value.isEmpty }?.value
    }
    guard let title = tag("title") else { return nil }
    return [tag("artist"), title].compactMap(\.self).joined(separator: " – ")
  }
}
