import PlayheadLocking

/// The entries of a list that others may still be appended to.
///
/// Copies share their storage, and entries are appended to it in place, so that this takes constant time
/// on average however many snapshots are held. Each copy shows only its own entries.
package struct EntryList: Sendable {
  private final class Storage: Sendable {
    /// The entries of this and of later lists.
    let entries: Locked<[PlaylistEntry]>

    init(_ entries: [PlaylistEntry]) { self.entries = Locked(entries) }
  }

  private var storage: Storage
  package private(set) var count: Int

  /// Creates a list of entries in playing order.
  package init(_ entries: [PlaylistEntry] = []) {
    (storage, count) = (Storage(entries), entries.count)
  }

  /// The entries in playing order. Release the array before entries are appended, or all are copied.
  package var entries: [PlaylistEntry] {
    let entries = storage.entries.withLock { $0 }
    return entries.count == count ? entries : Array(entries[..<count])
  }

  /// Returns the entry at an index; nil if there is none.
  package func entry(at index: Int) -> PlaylistEntry? {
    (0..<count).contains(index) ? storage.entries.withLock { $0[index] } : nil
  }

  package mutating func append(_ new: some Sequence<PlaylistEntry>) {
    let new = Array(new)
    let isLatest = storage.entries.withLock { entries in
      guard entries.count == count else { return false }
      entries += new
      return true
    }
    if isLatest { count += new.count } else { self = EntryList(entries + new) }
  }
}
