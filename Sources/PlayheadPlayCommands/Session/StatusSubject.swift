import Dispatch
import PlayheadCore
import PlayheadMedia
import PlayheadRecords
import PlayheadTimekeeping
import PortableCombine

/// A playhead that a status line shows, with what it shows besides progress.
package struct StatusSubject: Sendable {
  /// The progress to show, and the position up to which media has been read if that has changed.
  package typealias Update = (progress: PlayheadProgress, readUntil: MediaTime?)

  let clock: any HostClock
  /// Returns what is played, as it is known now.
  let item: @Sendable () -> PlayedItem
  /// Returns the title with the artists; nil if none is known.
  let title: @Sendable () -> String?
  /// The duration according to a complete index; nil if there is none.
  var indexedDuration: MediaTime?
  /// Returns the progress now.
  let progress: @Sendable () -> PlayheadProgress
  /// Returns a publisher of each change of what is shown, and of updates at a schedule, on a queue.
  let updates: @Sendable (Schedule, DispatchQueue) -> AnyPublisher<Update, Never>

  /// Creates the subject of a playhead without an index.
  package init(
    clock: any HostClock, item: @escaping @Sendable () -> PlayedItem,
    title: @escaping @Sendable () -> String?, progress: @escaping @Sendable () -> PlayheadProgress,
    updates: @escaping @Sendable (Schedule, DispatchQueue) -> AnyPublisher<Update, Never>
  ) {
    (self.clock, self.item, self.title) = (clock, item, title)
    (self.progress, self.updates) = (progress, updates)
  }

  /// Creates the subject of a player, whose media is open.
  init(_ player: Player, of records: ItemRecords) {
    clock = player.clock
    let info = player.mediaInfo
    item = { records.item }
    title = { [title = info?.title] in title ?? records.item.title }
    indexedDuration = info.flatMap(\.indexedDuration)
    progress = { player.currentProgress() }
    updates = { schedule, queue in
      // No progress is published when more media is read, or when the start is waited for.
      let news = player.playbackStatePublisher(queue: nil)
        .combineLatest(player.bufferedRangePublisher(queue: nil)) { _, range -> Update in
          (player.currentProgress(), range.upperBound)
        }
      let progress = player.progressPublisher(on: schedule, queue: queue)
        .map { progress -> Update in (progress, nil) }
      return news.merge(with: progress).eraseToAnyPublisher()
    }
  }
}

extension MediaInfo {
  /// The title from the tags: `ARTIST – TITLE`.
  fileprivate var title: String? {
    func tag(_ key: String) -> String? {
      tags.first { $0.key.lowercased() == key && !$0.value.isEmpty }?.value
    }
    guard let title = tag("title") else { return nil }
    return [tag("artist"), title].compactMap(\.self).joined(separator: " – ")
  }
}
