import PlayheadTimekeeping

extension PlaylistMachine {
  /// When an entry starts.
  enum Start: Hashable {
    case now
    /// As if at a past instant, when the previous entry ended.
    case asOf(HostInstant)
    /// At a given instant. An entry that is open later skips the media before.
    case at(HostInstant)
    /// At a given instant, or now if that has passed: another entry was open to start then.
    case notBefore(HostInstant)

    var isScheduled: Bool {
      switch self {
      case .at, .notBefore: true
      case .now, .asOf: false
      }
    }
  }

  enum Effect: Hashable {
    /// Make the entry's player and publish it as the current one; nil for none.
    case publish(Entry?)
    /// Wait until the current entry is open, which then plays. Opening began when it was published.
    case open(Entry)
    /// Make and open the entry that plays next.
    case load(Entry)
    /// Play the current entry at the rate of the queue.
    case play(Entry, Start)
    /// Release the entry's player after its remaining values were published.
    case finish(Entry)
  }

  enum Phase {
    /// Nothing is current: the playlist is empty, or its end was reached.
    case idle
    /// The current entry is not open yet, and starts as decided before.
    case opening(Int, isGoingBack: Bool, Start)
    case open(Int)
    /// The supervisor has not finished with an entry that is no longer wanted.
    case leaving(Departure)
  }

  /// An entry that is left.
  struct Departure {
    var entry: Entry
    /// Nil if the entry was removed from the playlist.
    var index: Int?
    /// The entry that plays next, or the number of entries for the end; nil if playback stops.
    var chosen: Int?
  }
}
