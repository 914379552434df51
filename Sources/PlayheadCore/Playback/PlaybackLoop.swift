import Timekeeping

/// A range of the media that is played again and again: from the playhead's meeting its end on,
/// playback goes on at its start.
///
/// A playhead before the range plays into it, one beyond it plays on without looping. Where the
/// media ends inside the range it goes back there.
public struct PlaybackLoop: Hashable, Sendable {
  public let start: MediaTime
  /// Nil is the end of the media.
  public let end: MediaTime?
  /// How often the range is played in all, the first time included; then playback goes on beyond
  /// it. Nil is for ever.
  public let count: Int?

  /// `start` must not be negative, `end` must lie behind it, `count` must be positive.
  public init(from start: MediaTime = .zero, to end: MediaTime? = nil, count: Int? = nil) {
    precondition(start >= .zero, "A loop does not begin before zero, as at \(start)")
    precondition(end.map { $0 > start } ?? true, "A loop ends behind its start \(start)")
    precondition(count.map { $0 > 0 } ?? true, "A loop is played once at least")
    self.start = start
    self.end = end
    self.count = count
  }

  /// Whether the playhead is to go back once more after so many passes.
  func goesBack(after passes: Int) -> Bool {
    count.map { passes + 1 < $0 } ?? true
  }
}
