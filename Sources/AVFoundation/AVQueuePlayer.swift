import Foundation
internal import PlayheadCore
internal import PlayheadLocking

/// Plays items in order, without gaps. Items that fail are skipped.
///
/// Source: Apple's documentation of `AVQueuePlayer`.
// Sendable is unchecked: it has no properties besides those of AVPlayer.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  /// Creates a player without items.
  public override init() { super.init() }
  /// Creates a player of the media at a URL, which begins to load.
  public override init(url: URL) { super.init(url: url) }
  /// Creates a player of an item, which begins to load.
  public override init(playerItem item: AVPlayerItem?) { super.init(playerItem: item) }
  /// Creates a player of items, the first of which begins to load.
  public init(items: [AVPlayerItem]) {
    super.init()
    for item in items { enqueue(item, after: nil) }
    publishChanges()
  }

  /// The current item and those after it.
  open func items() -> [AVPlayerItem] {
    let items = state.withLock { $0.items }
    return queue.items.compactMap { player in items.first { $0.player === player } }
  }

  /// The item that plays, or that will when the rate is not 0.
  open override var currentItem: AVPlayerItem? {
    guard let player = queue.currentItem else { return nil }
    return state.withLock { $0.items }.first { $0.player === player }
  }

  /// Plays another item instead of the current one; nil for the next one.
  open override func replaceCurrentItem(with item: AVPlayerItem?) {
    let current = currentItem
    if item === current { return }
    if let item { insert(item, after: current) }
    if let current { remove(current) }
  }

  /// Plays the next item.
  open func advanceToNextItem() {
    queue.advanceToNextItem()
    publishChanges()
  }

  /// Returns whether an item is in no player, and the other one in this one.
  open func canInsert(_ item: AVPlayerItem, after other: AVPlayerItem?) -> Bool {
    !item.isAttached && other.map { items().contains($0) } ?? true
  }

  /// Inserts an item that is in no player after another; at the end if that is nil.
  open func insert(_ item: AVPlayerItem, after other: AVPlayerItem?) {
    enqueue(item, after: other)
    publishChanges()
  }

  /// Removes an item. If it is the current one, the next one plays.
  open func remove(_ item: AVPlayerItem) {
    if let player = item.player { queue.remove(player) }
    publishChanges()
  }

  /// Removes all items.
  open func removeAllItems() {
    queue.removeAllItems()
    publishChanges()
  }

  /// Releases the items that the queue has left.
  func forgetPlayedItems() {
    // Read before the queue: an item that is being inserted is no item that was played.
    let queued = state.withLock { $0.items }.compactMap(\.queuedPlayer)
    let left = queue.items
    let gone = queued.filter { player in !left.contains { $0 === player } }
    let forgotten = state.withLock { state in
      let items = state.items
      state.items.removeAll { item in gone.contains { $0 === item.player } }
      return items
    }
    withExtendedLifetime(forgotten) {}
  }
}
