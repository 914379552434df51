import PlayheadKit

/// When records are written, as the command line says it.
struct ReportSchedule {
  /// What `--every` takes besides a percentage.
  enum Step: String, CaseIterable {
    case frame
    case keyframe
    case chapter
  }

  /// Nil: where nothing else is asked for, a quarter of a second.
  var interval: MediaTime?
  var steps: [Step] = []
  /// Whole multiples of each of these.
  var percentages: [Double] = []
  var points: [MediaPoint] = []
  /// Whether nothing is wanted but what playback does.
  var hasChangesOnly = false

  /// Whether boundaries are told, so that a record tells of which.
  var hasBoundaries: Bool { !(steps.isEmpty && percentages.isEmpty && points.isEmpty) }

  var needsFrames: Bool { steps.contains { $0 != .chapter } }

  /// Whether the duration has to be known before playback begins: shares are told of it as it is.
  var needsDuration: Bool {
    points.contains { if case .beforeEnd = $0 { true } else { false } }
  }

  mutating func addEvery(_ text: String) throws(UsageError) {
    if let step = Step(rawValue: text) { return steps.append(step) }
    guard text.hasSuffix("%"), let percent = Decimal(text.dropLast()),
      case let share = Double(percent.digits) / Double(percent.scale),
      (0.001...100).contains(share)
    else {
      throw UsageError(
        "--every takes frame, keyframe, chapter or a percentage from 0.001%, not '\(text)'")
    }
    percentages.append(share)
  }

  mutating func addPoints(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var index = 0
    while index < parts.count {
      // The comma of SRT's times, as in 00:01:02,500, is none between points.
      let isJoined =
        index + 1 < parts.count && parts[index].count { $0 == ":" } == 2
        && parts[index + 1].count == 3 && parts[index + 1].allSatisfy(\.isNumber)
      let part = isJoined ? "\(parts[index]),\(parts[index + 1])" : String(parts[index])
      guard let point = MediaPoint(part) else {
        throw UsageError("--at takes points with commas between them, not '\(text)'")
      }
      points.append(point)
      index += isJoined ? 2 : 1
    }
  }

  /// For a medium of this duration, if it is known, with these chapters and timecodes.
  func schedule(
    in duration: MediaTime, _ chapters: ChapterList, _ timecodes: TimecodeCount?
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
      }
    }
    let usual: MediaTime? = hasBoundaries || hasChangesOnly ? nil : .milliseconds(250)
    return (interval ?? usual).map { schedule.union(.interval($0)) } ?? schedule
  }
}

extension Boundary {
  /// What lies there, as records tell it: `frame`, `keyframe`, `chapter`, `25%`, `time`, joined by
  /// `+`.
  var text: String {
    var parts: [String] = []
    switch frame {
    case .keyframe: parts.append("keyframe")
    case .other: parts.append("frame")
    case nil: break
    }
    if chapter != nil { parts.append("chapter") }
    if let percentage {
      let whole = percentage == percentage.rounded()
      parts.append(whole ? "\(Int(percentage))%" : "\(percentage)%")
    }
    if isGivenTime { parts.append("time") }
    return parts.joined(separator: "+")
  }
}
