import PlaybackSession
import PlayheadArguments
import PlayheadCore
import PlayheadMedia
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping

/// The schedule of records that the command line requests.
package struct ReportSchedule {
  /// The words that `--every` accepts; it also accepts a percentage.
  package enum Step: String, CaseIterable {
    case frame
    case keyframe
    case chapter
    case cue
  }

  /// Nil means 250 ms, or no periodic updates if boundaries or only changes are requested.
  var interval: MediaTime?
  package var steps: [Step] = []
  /// Percentages of the duration. Each multiple of one is a boundary.
  var percentages: [Double] = []
  var points: [MediaPoint] = []
  /// Whether only discontinuities are reported.
  var hasChangesOnly = false

  /// Whether boundaries are reported, so that each record names its boundary.
  var hasBoundaries: Bool { !(steps.isEmpty && percentages.isEmpty && points.isEmpty) }

  var needsFrames: Bool { steps.contains { $0 == .frame || $0 == .keyframe } }

  /// Whether the duration must be known before playback. Percentages can follow it while it changes.
  var needsDuration: Bool {
    points.contains { if case .beforeEnd = $0 { true } else { false } }
  }

  mutating func addEvery(_ text: String) throws(UsageError) {
    if let step = Step(rawValue: text) { return steps.append(step) }
    guard text.hasSuffix("%"), let percent = Decimal(text.dropLast()),
      case let share = Double(percent.digits) / Double(percent.scale),
      (0.001...100).contains(share)
    else {
      throw .invalidValue(text, option: "--every", expected: .step)
    }
    percentages.append(share)
  }

  mutating func addPoints(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var index = 0
    while index < parts.count {
      // In a time of an SRT file, such as 00:01:02,500, the comma is not a separator.
      let isJoined =
        index + 1 < parts.count && parts[index].count { $0 == ":" } == 2
        && parts[index + 1].count == 3 && parts[index + 1].allSatisfy(\.isNumber)
      let part = isJoined ? "\(parts[index]),\(parts[index + 1])" : String(parts[index])
      guard let point = MediaPoint(part) else {
        throw .invalidValue(text, option: "--at", expected: .points)
      }
      points.append(point)
      index += isJoined ? 2 : 1
    }
  }

  /// Returns the schedule for a file, whose duration may be unknown.
  package func schedule(
    in duration: MediaTime, _ chapters: ChapterList, _ cues: CueFeed, _ timecodes: TimecodeCount?
  ) -> Schedule {
    var schedule = Schedule.times(
      points.compactMap { point in
        if case .share = point { return nil }
        return point.position(in: duration, chapters: chapters, timecodes: timecodes)
      })
    let shares = points.compactMap { point -> Double? in
      if case .share(let millionths) = point { Double(millionths) / 10_000 } else { nil }
    }
    schedule = schedule.union(.percentages(shares))
    for share in percentages { schedule = schedule.union(.percentages(every: share)) }
    for step in steps {
      switch step {
      case .frame: schedule = schedule.union(.frames)
      case .keyframe: schedule = schedule.union(.keyframes)
      case .chapter: schedule = schedule.union(.chapters)
      case .cue: schedule = schedule.union(.cues(cues))
      }
    }
    let usual: MediaTime? = hasBoundaries || hasChangesOnly ? nil : Schedule.defaultInterval
    return (interval ?? usual).map { schedule.union(.interval($0)) } ?? schedule
  }
}
