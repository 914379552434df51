import PlayheadTimekeeping

/// A change in the stream of packets or of the playhead that decoding must follow.
enum FeedEvent: Equatable {
  /// Reading restarts for this position. All packets before are void.
  case restarted(at: MediaTime)
  /// The playhead jumps to this position; reading continues.
  case jumped(to: MediaTime)
  /// The packets from here on belong to the next pass of the loop over this range.
  case nextPassBegan(Range<MediaTime>)
  /// The packets from here on belong to the current pass again, starting at the playhead.
  case nextPassAbandoned
  /// The playhead goes back to the start of the loop. The next pass becomes the current one.
  case wrapped(to: MediaTime)
  /// The last packet of the pass that is being read has come.
  case ended
}

/// Feed events in order. A restart removes all events before it, and the last of several consecutive
/// jumps replaces the others, so that the queue stays short.
struct FeedEventQueue {
  private var events: [FeedEvent] = []

  mutating func append(_ event: FeedEvent) {
    switch (events.last, event) {
    case (_, .restarted): events.removeAll(keepingCapacity: true)
    case (.jumped, .jumped): events.removeLast()
    default: break
    }
    events.append(event)
  }

  mutating func take() -> [FeedEvent] {
    defer { events = [] }
    return events
  }
}
