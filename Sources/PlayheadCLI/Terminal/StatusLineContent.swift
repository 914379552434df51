import PlayheadKit

/// All that a terminal's line shows of playback, at one instant.
struct StatusLineContent: Equatable {
  /// How exactly the position is shown.
  enum Precision {
    /// Of long files, and for a moment after a jump.
    case seconds
    case tenths
    /// While stepping by frames.
    case milliseconds
  }

  var state: PlaybackState
  /// Why the file's playback ended, once it has.
  var ending: EndReason?
  var position: MediaTime
  var duration: MediaDuration?
  /// What it plays at, or would if it did not stand.
  var rate = Rate.normal
  var isLooping = false
  /// Up to where media has been read, as a position.
  var readUntil: MediaTime?
  var chapters = ChapterList()
  /// The file's own title.
  var title: String?
  /// The file's name and its place among the files, if there are several.
  var listing: Listing?
  var precision = Precision.tenths
  /// The number of the frame that is shown, while stepping by frames.
  var frame: Int64?
  /// The text of the user's template, which replaces all of the above.
  var custom: String?
  /// A message that is shown for a short time.
  var note: String?
  /// When the content changes though playback does not.
  var changesAt: HostInstant?

  struct Listing: Equatable {
    var name: String
    /// From 1.
    var number: Int
    var count: Int
  }

  init(_ progress: PlayheadProgress, rate: Rate) {
    state = progress.state
    position = progress.position
    duration = progress.duration
    self.rate = rate
  }

  /// Whether times have hours, and no fractions of seconds.
  var isLong: Bool { max(duration?.time ?? .zero, position) >= .seconds(3_600) }

  /// How many whole parts of the duration lie before a time, where it has `parts` of them.
  func parts(before time: MediaTime, outOf parts: Int) -> Int? {
    guard let duration, duration.time > .zero else { return nil }
    let played = Int128(max(time, .zero).nanoseconds(rounding: .down)) * Int128(parts)
    return Int(min(played / Int128(duration.time.nanoseconds(rounding: .up)), Int128(parts)))
  }

  /// Of the duration that has been played, in thousandths; all at the end only.
  var thousandths: Int? {
    if state == .ended { return 1_000 }
    guard let shares = parts(before: position, outOf: 1_000) else { return nil }
    return shares == 1_000 && duration?.isExact != true ? 999 : shares
  }

  /// How long the rest takes at the rate, in host time, in whole seconds: rounded up, but never more
  /// than the whole file takes.
  var remainingSeconds: Int64? {
    guard let duration, !rate.isPaused, let rest = duration.time.subtracting(position) else {
      return nil
    }
    let divisor = Int128(rate.numerator) * 1_000_000_000
    let left = Int128(max(rest, .zero).nanoseconds(rounding: .up)) * Int128(rate.denominator)
    let whole = Int128(duration.time.nanoseconds(rounding: .down)) * Int128(rate.denominator)
    // Rounded up it could be more than the whole.
    return Int64(clamping: min((left + divisor - 1) / divisor, whole / divisor))
  }

  /// The chapter's title, else the file's; among several files, after the file's name.
  var words: String? {
    let words = [listing?.name, chapters.title(at: position) ?? title].compactMap {
      $0.flatMap { $0.isEmpty ? nil : $0 }
    }
    return words.isEmpty ? nil : words.joined(separator: " – ").withoutControls
  }

  /// How many columns the words take at most, wherever the playhead is.
  var wordsWidth: Int {
    let titles = max(chapters.longestTitle, title?.withoutControls.columns ?? 0)
    guard let name = listing?.name.withoutControls, !name.isEmpty else { return titles }
    return name.columns + (titles > 0 ? titles + 3 : 0)
  }

  /// The word that the line begins with.
  var stateText: String { ending?.stateText ?? state.rawValue }
}

extension EndReason {
  /// What a terminal's line calls a file that is done with.
  fileprivate var stateText: String {
    switch self {
    case .end: "ended"
    case .next, .previous: "skipped"
    case .quit: "quit"
    case .error: "failed"
    case .endTime, .limit, .interrupted, .terminated, .hungUp, .readerGone: "stopped"
    }
  }
}
