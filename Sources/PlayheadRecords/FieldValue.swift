import PlayheadCore
import PlayheadFormatting
import PlayheadMedia
import PlayheadTimekeeping

/// The value of a field in one record.
package enum FieldValue {
  case absent
  case time(MediaTime)
  /// A number divided by ten to the power of `places`.
  case decimal(Int64, places: Int)
  case number(Int64)
  case rate(Rate)
  case flag(Bool)
  case text(String)
  /// The name of a file for display, and its exact form for commands.
  case name(String, exact: String)
  case date(WallTime)

  package static func optional<Wrapped>(
    _ value: Wrapped?, _ make: (Wrapped) -> FieldValue
  ) -> FieldValue {
    value.map(make) ?? .absent
  }
}

/// The values from which the fields of one progress record are read.
package struct Moment {
  package let progress: PlayheadProgress
  /// Nil if records are not written in real time.
  package let wallTime: WallTime?
  package let item: PlayedItem

  package init(progress: PlayheadProgress, wallTime: WallTime?, item: PlayedItem) {
    (self.progress, self.wallTime, self.item) = (progress, wallTime, item)
  }

  package subscript(field: Field) -> FieldValue {
    switch field {
    case .item: .number(Int64(item.number))
    case .items: .number(Int64(item.count))
    case .file: .name(item.file, exact: item.argument)
    case .title: .optional(item.title) { .text($0) }
    case .position: .time(progress.position)
    case .due: .time(progress.due)
    case .duration: .optional(progress.duration) { .time($0.time) }
    case .durationExact: .optional(progress.duration) { .flag($0.isExact) }
    case .remaining: .optional(progress.remaining) { .time($0) }
    case .remainingHost: .optional(progress.remainingHostNanoseconds) { .time(.nanoseconds($0)) }
    case .percent: .optional(progress.wholeShares(outOf: 1_000)) { .decimal($0, places: 1) }
    case .fraction: .optional(progress.wholeShares(outOf: 1_000_000)) { .decimal($0, places: 6) }
    case .frame: .optional(item.frame(at: progress)) { .number($0) }
    case .timecode: .optional(item.timecode(at: progress.position)) { .text($0.text) }
    case .chapter:
      .optional(item.chapters.number(at: progress.position)) { .number(Int64($0)) }
    case .chapterTitle:
      .optional(item.chapters.title(at: progress.position)) { .text($0) }
    case .cue: .optional(currentCues) { .text($0.map(\.line).joined(separator: " / ")) }
    case .cueRaw: .optional(currentCues) { .text($0.map(\.rawText).joined(separator: "\n")) }
    case .cueStart: .optional(currentCues?.last?.start) { .time($0) }
    case .cueEnd: .optional(currentCues?.last?.end) { .time($0) }
    case .cueID: .optional(currentCues?.last?.identifier) { .text($0) }
    case .cueNext: .optional(nextCue) { .text($0.line) }
    case .cueNextIn: .optional(nextCue?.start.subtracting(progress.due)) { .time($0) }
    case .rate: .rate(progress.rate)
    case .state: .text(item.ending?.stateText ?? progress.state.rawValue)
    case .cause: .text(progress.cause.rawValue)
    case .boundary: .optional(progress.boundary) { .text($0.text) }
    case .skipped: .number(Int64(progress.skipped))
    case .hostTime: wallTime == nil ? .absent : .number(progress.hostInstant.nanoseconds)
    case .wallTime: .optional(wallTime) { .date($0) }
    case .eta: .optional(eta(at: progress.rate)) { .date($0) }
    case .clock: .text(progress.clock.rawValue)
    case .audioLatency: .optional(progress.audio.flatMap { MediaTime($0.latency) }) { .time($0) }
    case .uncertainty: .optional(progress.microsecondsOfUncertainty) { .decimal($0, places: 6) }
    case .estimate: .optional(progress.job) { .text($0.estimate.rawValue) }
    case .etaEarliest: .optional(progress.job.flatMap { eta(at: $0.fastest) }) { .date($0) }
    case .etaLatest: .optional(progress.job.flatMap { eta(at: $0.slowest) }) { .date($0) }
    case .framesPerSecond:
      .optional(decimal(.framesPerSecond, places: 2)) { .decimal($0, places: 2) }
    case .size: .optional(progress.job?.size) { .number($0) }
    }
  }

  /// Returns a decimal field times a power of ten (up to 9), truncated, if it has a value.
  package func decimal(_ field: Field, places: Int) -> Int64? {
    let scale = Int64(powerOfTen(places))
    switch field {
    case .percent: return progress.wholeShares(outOf: 100 * scale)
    case .fraction: return progress.wholeShares(outOf: scale)
    case .uncertainty:
      return progress.microsecondsOfUncertainty.map {
        Int64(clamping: (Int128($0) * Int128(scale) - 1) / 1_000_000 + 1)
      }
    case .framesPerSecond:
      return progress.job?.framesPerSecond.flatMap {
        Int64(exactly: ($0 * Double(scale)).rounded())
      }
    case .rate:
      let rate = progress.rate
      return Int64(clamping: Int128(rate.numerator) * Int128(scale) / Int128(rate.denominator))
    default: return nil
    }
  }

  /// The most cues whose texts are joined: where thousands overlap, each of their records would have them all.
  package static let mostCues = 100

  /// The newest cues that are current at the reported media time, if there are any.
  private var currentCues: [Cue]? {
    let cues = item.cues.cues(at: progress.due, newest: Self.mostCues)
    return cues.isEmpty ? nil : cues
  }

  private var nextCue: Cue? { item.cues.next(after: progress.due) }

  /// The expected time of day of the end; nil if it is not known.
  package var timeOfEnd: String? {
    eta(at: progress.rate).map { eta in String { eta.append("%H:%M", to: &$0) } }
  }

  /// Returns when the end comes at a rate; nil if the playhead does not move, or the end is not known.
  private func eta(at rate: Rate) -> WallTime? {
    guard progress.state == .playing,
      let remaining = progress.remainingHostNanoseconds(at: rate)
    else { return nil }
    return wallTime?.adding(nanoseconds: remaining)
  }
}
