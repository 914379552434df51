import PlaybackSession
import PlayheadKit
import PlayheadOutputs

/// The content of the status line at one instant.
struct StatusLineContent: Equatable {
  /// The precision of the shown position.
  enum Precision {
    /// Tenths of a second, or whole seconds in long files.
    case usual
    /// After a frame step.
    case milliseconds
  }

  var state: PlaybackState
  /// Why playback of the file ended, or nil before.
  var ending: EndReason?
  var position: MediaTime
  var duration: MediaDuration?
  /// Whether the media may end before or after its duration.
  var isDurationEstimated: Bool
  /// The chosen rate, even while playback is paused.
  var rate = Rate.normal
  var isLooping = false
  /// The volume, unless it is the original one or there is no sound.
  var volume: Volume?
  var isMuted = false
  /// The position up to which media has been read.
  var readUntil: MediaTime?
  var chapters = ChapterList()
  /// The title of the file.
  var title: String?
  /// The file's name and its number among the files.
  var listing: Listing?
  var precision = Precision.usual
  /// The number of the current frame, after a frame step.
  var frame: Int64?
  /// The text of the current cues, in place of the title.
  var cue: String?
  /// The lines that are drawn below the line.
  var lyrics: LyricLines?
  /// What is shown of a job; nil for a player.
  var job: Job?
  /// The text of the user's template, which replaces all of the above.
  var custom: String?
  /// A message that is shown briefly.
  var note: String?

  struct Listing: Equatable {
    var name: String
    /// The number of the file, counted from 1.
    var number: Int
    var count: Int
  }

  struct Job: Equatable {
    /// The expected time of day of the end; nil if it is not known.
    var end: String?
  }

  /// Creates the content without details of the file.
  ///
  /// - Parameters:
  ///   - progress: The progress to show.
  ///   - rate: The chosen rate.
  ///   - indexed: The duration according to a complete index; nil if there is none.
  init(_ progress: PlayheadProgress, rate: Rate, indexed: MediaTime? = nil) {
    state = progress.state
    position = progress.position
    duration = progress.duration
    isDurationEstimated = progress.duration.map { !$0.isExact && $0.time != indexed } ?? true
    self.rate = rate
  }

  /// Whether the times have hours and no fractions of a second.
  var isLong: Bool { max(duration?.time ?? .zero, position) >= .seconds(3_600) }

  /// Divides the duration into this many parts, and returns how many of them are completely before
  /// a time. Returns nil if the duration is unknown.
  func parts(before time: MediaTime, outOf parts: Int) -> Int? {
    guard let duration, duration.time > .zero else { return nil }
    let played = Int128(max(time, .zero).nanoseconds(rounding: .down)) * Int128(parts)
    return Int(min(played / Int128(duration.time.nanoseconds(rounding: .up)), Int128(parts)))
  }

  /// The played share of the duration in thousandths. It is 1,000 only at the end.
  var thousandths: Int? {
    if state == .ended { return 1_000 }
    guard let shares = parts(before: position, outOf: 1_000) else { return nil }
    return shares == 1_000 && duration?.isExact != true ? 999 : shares
  }

  /// The remaining host time at the current rate, in seconds, rounded up but not to more than the
  /// total of the file.
  var remainingSeconds: Int64? {
    guard let duration, !rate.isPaused, let rest = duration.time.subtracting(position) else {
      return nil
    }
    let divisor = Int128(rate.numerator) * 1_000_000_000
    let left = Int128(max(rest, .zero).nanoseconds(rounding: .up)) * Int128(rate.denominator)
    let whole = Int128(duration.time.nanoseconds(rounding: .down)) * Int128(rate.denominator)
    return Int64(clamping: min((left + divisor - 1) / divisor, whole / divisor))
  }

  /// The title of the chapter, or else of the file, or else the file's name. If there are several
  /// files, the file's name precedes the title.
  var words: String? {
    let titles = [chapters.title(at: position) ?? title].compactMap(\.self).filter { !$0.isEmpty }
    let names = [listing?.name].compactMap(\.self).filter { !$0.isEmpty }
    let isNamed = titles.isEmpty || listing.map { $0.count > 1 } == true
    let words = (isNamed ? names : []) + titles
    return words.isEmpty ? nil : words.joined(separator: " – ").withoutControls
  }

  /// The first word of the line.
  var stateText: String {
    ending?.stateText ?? (job != nil && state == .playing ? "running" : state.rawValue)
  }
}

extension EndReason {
  /// The word for the final state of a file.
  var stateText: String {
    switch self {
    case .end: "ended"
    case .next, .previous: "skipped"
    case .quit: "quit"
    case .error: "failed"
    case .closed: "closed"
    case .stopped, .endTime, .limit, .interrupted, .terminated, .hungUp, .outputClosed: "stopped"
    }
  }
}
