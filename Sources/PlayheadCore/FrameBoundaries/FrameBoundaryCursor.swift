import PlayheadTimekeeping

/// The place of one subscription among the frames: those before it were delivered or skipped.
struct FrameBoundaryCursor {
  /// What the subscription needs with the next reading of the player.
  struct Request {
    var kind: Schedule.Frames
    /// The frames that it still needs.
    var start: FrameBoundary.Bound
    /// Whether it waits for frames. Otherwise it only counts them.
    var isListening: Bool
  }

  private let kind: Schedule.Frames
  private var start: FrameBoundary.Bound
  /// The number of the first frame after those that were counted, and the feed that it belongs to.
  private var counted: (feed: Int, number: Int)?
  /// The frames as they were read last; nil if they must be read again.
  private var feed: FrameBoundaryFeed?
  /// The next frame; nil if it is not known.
  private(set) var next: FrameBoundary?

  /// Creates a cursor at a position, where a frame that starts there is delivered if it is inclusive.
  init(_ kind: Schedule.Frames, from position: MediaTime, isInclusive: Bool) {
    self.kind = kind
    start = isInclusive ? .at(position) : .after(position)
  }

  /// Whether the next frame is not known, but may come.
  var isExhausted: Bool { next == nil && feed?.isComplete != true }

  /// Returns the frames that are needed from the player; nil if the next frame is known.
  func request(isListening: Bool) -> Request? {
    isListening && !isExhausted ? nil : Request(kind: kind, start: start, isListening: isListening)
  }

  /// Continues with newer frames. Returns the number of frames that were forgotten or came too late.
  mutating func follow(_ feed: FrameBoundaryFeed) -> Int {
    self.feed = feed
    return advance(to: start, in: feed)
  }

  /// Moves beyond the next frame, which is delivered.
  mutating func pass() {
    guard let next, let feed else { return }
    start = .after(next.start)
    counted = (feed.id, feed.number(kind, from: start))
    self.next = feed.first(kind, from: start)
  }

  /// Skips the frames up to and including a position, and returns their number.
  mutating func skip(through position: MediaTime, _ feed: FrameBoundaryFeed) -> Int {
    if self.feed?.id != feed.id { self.feed = nil }
    return advance(to: position < start.position ? start : .after(position), in: feed)
  }

  /// Moves within the pass, and returns the number of frames passed that were not counted yet.
  private mutating func advance(
    to place: FrameBoundary.Bound, in feed: FrameBoundaryFeed
  ) -> Int {
    let first = countedNumber(in: feed)
    start = place
    next = self.feed?.first(kind, from: start)
    guard let first else {
      counted = countedNumber(in: feed).map { (feed.id, $0) }
      return 0
    }
    let number = feed.number(kind, from: start)
    counted = (feed.id, number)
    return max(number - first, 0)
  }

  /// Returns the number of the first frame that has not been counted; nil if frames before it are missing.
  private func countedNumber(in feed: FrameBoundaryFeed) -> Int? {
    if let counted, counted.feed == feed.id { return counted.number }
    let position = start.position
    guard feed.isKnown(through: position) || position <= feed.origin, !feed.hasForgotten(position)
    else { return nil }
    return feed.number(kind, from: start)
  }

  /// Moves to the start of a new pass, with the frames that had been read then, if they are known.
  mutating func move(to position: MediaTime, _ feed: FrameBoundaryFeed?) {
    (start, counted) = (.at(position), nil)
    if let feed { counted = countedNumber(in: feed).map { (feed.id, $0) } }
    restart()
  }

  /// Drops the frames, because reading has restarted. The place remains.
  mutating func restart() {
    (feed, next) = (nil, nil)
  }
}
