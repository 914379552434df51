import PlayheadTimekeeping

/// The end of the media that has been read.
struct ReadEnd {
  /// The greatest presentation end ever read. Once the end is known, it is the end as of the last time
  /// that reading reached it, or later.
  private(set) var greatest = MediaTime.zero
  /// The greatest presentation end read since the last start.
  private(set) var latest = MediaTime.zero
  /// Whether reading has ever reached the end.
  private(set) var isKnown = false
  /// The start of the last frame, once the end is known.
  private(set) var lastFrameStart: MediaTime?

  mutating func extend(to end: MediaTime) {
    (greatest, latest) = (max(greatest, end), max(latest, end))
  }

  mutating func restart() { latest = .zero }

  /// Records that reading, which began at `origin`, has reached the end.
  mutating func finish(from origin: MediaTime, lastFrame: FrameBoundary?) {
    isKnown = true
    // All media after the origin has been read, so this end is right. Media whose clock jumps may have
    // had other positions when it was read before.
    if latest > origin { greatest = latest }
    if let lastFrame { lastFrameStart = lastFrame.start }
  }
}
