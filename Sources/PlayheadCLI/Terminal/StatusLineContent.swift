import PlayheadKit

/// All that a terminal's line tells of playback, at one instant.
struct StatusLineContent: Equatable {
  var state: PlaybackState
  var position: MediaTime
  var duration: MediaDuration?
  /// What it plays at, or would if it did not stand.
  var rate = Rate.normal
  var isLooping = false
  /// Up to where media has been read, as a position.
  var readUntil: MediaTime?
  var chapters = ChapterList()
  /// The medium's own title.
  var title: String?

  init(_ progress: PlayheadProgress, rate: Rate) {
    state = progress.state
    position = progress.position
    duration = progress.duration
    self.rate = rate
  }

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

  /// How long the rest takes at the rate, in host time, in whole seconds, rounded up.
  var remainingSeconds: Int64? {
    guard let duration, !rate.isPaused, let rest = duration.time.subtracting(position) else {
      return nil
    }
    let scaled = Int128(max(rest, .zero).nanoseconds(rounding: .up)) * Int128(rate.denominator)
    let divisor = Int128(rate.numerator) * 1_000_000_000
    return Int64(clamping: (scaled + divisor - 1) / divisor)
  }

  /// The chapter's title, else the medium's.
  var words: String? {
    let words = (chapters.title(at: position) ?? title)?.withoutControls
    return words?.isEmpty == true ? nil : words
  }
}
