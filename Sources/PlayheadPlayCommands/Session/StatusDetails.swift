import PlayheadCore
import PlayheadMedia
import PlayheadRecords
import PlayheadTimekeeping
import PortableCombine

/// What the line of the terminal shows of a playhead besides its progress.
package struct StatusDetails: Sendable {
  /// Returns the title of an item with the artists; nil if none is known.
  let title: @Sendable (PlayedItem) -> String?
  /// The duration according to a complete index; nil if there is none.
  var indexedDuration: MediaTime?
  /// Publishes the position up to which media has been read, also when the player waits, without progress.
  var readUntil: @Sendable () -> AnyPublisher<MediaTime, Never> = { Empty().eraseToAnyPublisher() }

  package init(title: @escaping @Sendable (PlayedItem) -> String?) { self.title = title }

  /// Creates the details of a player, whose media is open.
  init(_ player: Player) {
    let info = player.mediaInfo
    title = { [title = info?.title] in title ?? $0.title }
    indexedDuration = info.flatMap(\.indexedDuration)
    readUntil = {
      player.playbackStatePublisher(queue: nil)
        .combineLatest(player.bufferedRangePublisher(queue: nil)) { $1.upperBound }
        .eraseToAnyPublisher()
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
