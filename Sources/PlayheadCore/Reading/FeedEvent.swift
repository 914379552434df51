import Timekeeping

/// What happens to the stream of packets, and to the playhead that follows it: what decoding has to
/// know.
enum FeedEvent: Equatable {
  /// What was read is void: reading begins again for this position.
  case restarted(at: MediaTime)
  /// The playhead went to this position without reading beginning again.
  case jumped(to: MediaTime)
  /// What is read from here on is for the next pass of the loop over this range.
  case nextPassBegan(Range<MediaTime>)
  /// What is read from here on is for this pass again, read once more from the playhead on.
  case nextPassAbandoned
  /// The playhead went back to the start of the loop: the next pass is this one now.
  case wrapped(to: MediaTime)
  /// No more comes, of the next pass if that is read.
  case ended
}

/// Feed events in order, until they are taken. It never holds more than somebody can still use: a
/// restart voids what came before it, and of jumps in a row the last one counts.
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
