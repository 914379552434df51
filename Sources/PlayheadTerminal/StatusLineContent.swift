import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping

/// The content of the status line at one instant.
package struct StatusLineContent: Equatable {
  /// The precision of the shown position.
  package enum Precision {
    /// Tenths of a second, or whole seconds in long files.
    case usual
    /// After a frame step.
    case milliseconds
  }

  package var state: PlaybackState
  /// Why playback of the file ended, or nil before.
  package var ending: EndReason?
  package var position: MediaTime
  package var duration: MediaDuration?
  /// Whether the media may end before or after its duration.
  package var isDurationEstimated: Bool
  /// The chosen rate, even while playback is paused.
  package var rate = Rate.normal
  package var isLooping = false
  /// The volume, unless it is the original one or there is no sound.
  package var volume: Volume?
  package var isMuted = false
  /// The position up to which media has been read.
  package var readUntil: MediaTime?
  package var chapters = ChapterList()
  package var title: String?
  /// The file's name and its number among the files.
  package var listing: Listing?
  package var precision = Precision.usual
  /// The number of the current frame, after a frame step.
  package var frame: Int64?
  /// The text of the current cues, in place of the title.
  package var cue: String?
  /// The lines that are drawn below the line.
  package var lyrics: LyricLines?
  /// The shown properties of a job; nil for a player.
  package var job: Job?
  /// The text of the user's template, which replaces all of the above.
  package var custom: String?
  /// A message that is shown briefly.
  package var note: String?

  package struct Listing: Equatable {
    package var name: String
    /// The number of the file, counted from 1.
    package var number: Int
    package var count: Int

    package init(name: String, number: Int, count: Int) {
      (self.name, self.number, self.count) = (name, number, count)
    }
  }

  package struct Job: Equatable {
    /// The expected time of day of the end; nil if it is not known.
    package var end: String?

    package init(end: String?) {
      self.end = end
    }
  }

  /// Creates the content without details of the file. A complete index may give the duration.
  package init(_ progress: PlayheadProgress, rate: Rate, indexed: MediaTime? = nil) {
    state = progress.state
    position = progress.position
    duration = progress.duration
    isDurationEstimated = progress.duration.map { !$0.isExact && $0.time != indexed } ?? true
    self.rate = rate
  }

  /// Whether the times have hours and no fractions of a second.
  package var isLong: Bool { max(duration?.time ?? .zero, position) >= .seconds(3_600) }

  /// Returns how many of so many parts of the duration are completely before a time; nil if it is unknown.
  package func parts(before time: MediaTime, outOf parts: Int) -> Int? {
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

  /// The remaining seconds at the current rate, rounded up, but not to more than the total of the file.
  var remainingSeconds: Int64? {
    guard let duration, !rate.isPaused, let rest = duration.time.subtracting(position) else {
      return nil
    }
    let divisor = Int128(rate.numerator) * 1_000_000_000
    let left = Int128(max(rest, .zero).nanoseconds(rounding: .up)) * Int128(rate.denominator)
    let whole = Int128(duration.time.nanoseconds(rounding: .down)) * Int128(rate.denominator)
    return Int64(clamping: min((left + divisor - 1) / divisor, whole / divisor))
  }

  /// The title of the chapter, or else of the file, after the name of the file if there is none, or several files.
  package var words: String? {
    let titles = [chapters.title(at: position) ?? title].compactMap(\.self).filter { !$0.isEmpty }
    let names = [listing?.name].compactMap(\.self).filter { !$0.isEmpty }
    let isNamed = titles.isEmpty || listing.map { $0.count > 1 } == true
    let words = (isNamed ? names : []) + titles
    return words.isEmpty ? nil : words.joined(separator: " – ").withoutControls
  }

  /// The first word of the line.
  package var stateText: String {
    ending?.stateText ?? (job != nil && state == .playing ? "running" : state.rawValue)
  }
}
