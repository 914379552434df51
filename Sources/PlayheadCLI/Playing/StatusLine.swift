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
    var isOver = false
  }

  private let player: Player
  private let display: LiveDisplay
  private let settings: @Sendable () -> TransportSettings
  private let chapters: ChapterList
  private let title: String?
  private let queue = DispatchQueue(label: "playhead.status")
  private let state = Locked(State())

  /// - Parameter title: what is shown where the medium has no title.
  init(
    of player: Player, title: String?, on display: LiveDisplay,
    settings: @escaping @Sendable () -> TransportSettings
  ) {
    self.player = player
    self.display = display
    self.settings = settings
    let info = player.mediaInfo
    chapters = info.map(ChapterList.init) ?? ChapterList()
    self.title = info?.title ?? title
  }

  /// Has the display show this player.
  func begin() {
    display.show { [weak self] in self?.content() }
    follow()
  }

  /// Follows no more.
  func end() {
    let following = state.withLock { state in
      state.isOver = true
      return state.following.take()
    }
    following?.cancel()
  }

  /// All there is to show now, or at a position.
  func content(at position: MediaTime? = nil) -> StatusLineContent {
    let (settings, progress) = (settings(), player.currentProgress())
    var content = StatusLineContent(progress, rate: settings.rate)
    if let position { content.position = position }
    content.isLooping = settings.isLooping
    content.readUntil = state.withLock { $0.readUntil }
    content.chapters = chapters
    content.title = title
    return content
  }

  private func note(_ status: PlaybackStatus) {
    state.withLock { $0.readUntil = status.bufferedRange?.upperBound }
    follow()
    display.update()
  }

  /// Subscribes at the interval that is due, unless that is so.
  private func follow() {
    let interval = DisplayCadence.interval(
      rate: settings().rate, duration: player.duration?.time, columns: display.width)
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
