import PlayheadTimekeeping

/// A range of the media that is repeated: at its end, playback continues at its start.
///
/// A playhead before the range plays into it; a playhead after it does not loop. If the media ends
/// inside the range, playback returns from there.
public struct PlaybackLoop: Hashable, Sendable {
  /// The start of the range.
  public let start: MediaTime
  /// The end of the range; nil for the end of the media.
  public let end: MediaTime?
  /// How often the range is played, including the first time, before playback continues beyond it;
  /// nil for no limit.
  public let count: Int?

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - start: The start of the range. It must not be negative.
  ///   - end: The end of the range, which must be after `start`; nil for the end of the media.
  ///   - count: How often the range is played in total, at least once; nil for no limit.
  public init(from start: MediaTime = .zero, to end: MediaTime? = nil, count: Int? = nil) {
    precondition(start >= .zero, "A loop does not begin before zero, as at \(start)")
    precondition(end.map { $0 > start } ?? true, "A loop ends behind its start \(start)")
    precondition(count.map { $0 > 0 } ?? true, "A loop is played once at least")
    self.start = start
    self.end = end
    self.count = count
  }

  /// Whether the playhead returns once more after this many passes.
  func goesBack(after passes: Int) -> Bool {
    count.map { passes + 1 < $0 } ?? true
  }
}
