import PlayheadMedia
import PlayheadTimekeeping

/// Compares a list of segments with their contents.
struct SegmentListRules {
  /// How far apart in seconds timestamps that continue may be, if gaps are ignored.
  private static let continuityTolerance = 0.005
  private static let greatestPadding = 0.05

  private let list: SegmentList
  private let limits: FindingLimits
  private var found: [Finding] = []

  static func findings(in list: SegmentList, _ limits: FindingLimits) -> [Finding] {
    var rules = SegmentListRules(list: list, limits: limits)
    rules.judge()
    return rules.found
  }

  private init(list: SegmentList, limits: FindingLimits) {
    (self.list, self.limits) = (list, limits)
  }

  private mutating func judge() {
    if let reason = list.uncheckedReason {
      if !list.invalid.isEmpty { return judgeValues() }
      return add(.segmentUnreadable, .note, "segments are not judged: \(reason)")
    }
    if list.segments.isEmpty {
      return add(.segmentUnreadable, .error, "the list cannot be read, or has no segments")
    }
    judgeValues()
    judgeReading()
    judgeDurations()
    found += DeclaredStartRule.findings(in: list, limits)
    judgeTarget()
    judgeKeyframes()
    if !list.hasOnlyKeyframes {
      judgeContinuity()
      judgeDiscontinuities()
    }
    judgeEnd()
  }

  private mutating func add(
    _ kind: Finding.Kind, _ severity: Finding.Severity, in segments: [Int64] = [],
    at place: MediaTime? = nil, _ sentence: String
  ) {
    found.append(Finding(kind, severity, in: list, segments, at: place, sentence))
  }

  private func severity(of kind: Finding.Kind, _ seconds: Double) -> Finding.Severity? {
    limits.severity(of: kind, on: nil, [.seconds: seconds])
  }

  /// Finds declarations with values that no player can use.
  private mutating func judgeValues() {
    let names = list.invalid
    if !names.isEmpty {
      let end = names.count == 1 ? " has an invalid value" : " have invalid values"
      add(.invalidPlaylist, .error, names.joined(separator: ", ") + end)
    }
    let numbers = list.segments.filter { $0.duration == nil }.map(\.number)
    if numbers.isEmpty { return }
    let verb = numbers.count == 1 ? "has" : "have"
    add(.invalidPlaylist, .error, in: numbers, "\(numbers.listed) \(verb) no valid EXTINF")
  }

  private mutating func judgeReading() {
    let failed = list.segments.compactMap { segment -> (number: Int64, reason: String)? in
      switch segment.measured {
      case .failed(let reason): (segment.number, reason)
      case .tracks(let tracks): tracks.isEmpty ? (segment.number, "no audio or video") : nil
      case nil: nil
      }
    }
    if let reason = failed.first?.reason {
      let numbers = failed.map(\.number)
      add(.segmentUnreadable, .error, in: numbers, "\(numbers.listed) cannot be read: \(reason)")
    }
    let encrypted = list.segments.filter(\.isEncrypted).map(\.number)
    if encrypted.isEmpty { return }
    add(
      .segmentEncrypted, .note, in: encrypted, "\(encrypted.listed) cannot be measured: encrypted")
  }

  /// The declared duration may be the length of the media, or the time until the next segment.
  private mutating func judgeDurations() {
    let wrong = list.segments.indices.compactMap {
      index -> (number: Int64, declared: Double, measured: Double, place: MediaTime)? in
      let segment = list.segments[index]
      // A single frame may have no known duration.
      guard let track = segment.mainTrack, track.end > track.start,
        let declared = segment.duration?.seconds
      else { return nil }
      let tolerance = list.durationTolerance(of: segment, track)
      let next = following(index)
      // A keyframe is presented until the next one, whatever its own duration is.
      if list.hasOnlyKeyframes, next == nil { return nil }
      // The padding of the last packet is not presented. Some containers leave it out, others do not.
      let whole = track.duration.seconds + (next == nil ? track.padding : 0)
      var measured = [track.duration.seconds, whole]
      // The last of segments that all declare the same duration may be shorter.
      if segment.isNominal, index == list.segments.count - 1, measured[0] < declared { return nil }
      // The priming at the start is not presented either.
      if index == 0 { measured += measured.map { $0 - track.priming } }
      if list.representation != nil, index == list.segments.count - 1, track.kind == .audio,
        (0...Self.greatestPadding).contains(whole - declared)
      {
        return nil
      }
      if let start = next?.track(track.kind) {
        measured.append(start.startSeconds(after: track.startTime, period: track.period))
      }
      guard !measured.contains(where: { abs($0 - declared) <= tolerance }),
        severity(of: .segmentDuration, declared - measured[0]) != nil
      else { return nil }
      return (segment.number, declared, measured[0], track.startTime)
    }
    guard
      let worst = wrong.max(by: { abs($0.declared - $0.measured) < abs($1.declared - $1.measured) }
      ),
      let severity = severity(of: .segmentDuration, worst.declared - worst.measured)
    else { return }
    let numbers = wrong.map(\.number)
    add(
      .segmentDuration, severity, in: numbers, at: wrong[0].place,
      "\(list.declaration) of \(numbers.listed) is wrong"
        + numbers.worst(", most in", worst.number)
        + ": \(fixed(worst.declared, 6)) s declared, \(fixed(worst.measured, 6)) s measured")
  }

  /// RFC 8216, 4.3.3.1: rounded to whole seconds, no segment is longer than the target duration.
  private mutating func judgeTarget() {
    guard let target = list.targetDuration else { return }
    let long = list.segments.map { segment in
      let measured = segment.mainTrack?.duration.seconds ?? 0
      return (segment.number, length: max(segment.duration?.seconds ?? 0, measured))
    }.filter { $0.length.rounded() > Double(target) }
    guard let longest = long.map(\.length).max() else { return }
    let numbers = long.map(\.0)
    add(
      .targetDuration, .error, in: numbers,
      "\(numbers.listed) \(numbers.count == 1 ? "is" : "are") longer than the target duration of "
        + "\(target) s: up to \(seconds(longest))")
  }

  private mutating func judgeKeyframes() {
    let numbers = list.segments.filter { segment in
      segment.track(.video).map { !$0.beginsWithKeyframe } ?? false
    }.map(\.number)
    if numbers.isEmpty { return }
    add(
      .segmentKeyframe, list.isIndependent ? .error : .warning, in: numbers,
      "\(numbers.listed) \(numbers.count == 1 ? "does" : "do") not start with a keyframe")
  }

  private mutating func judgeContinuity() {
    let breaks = list.segments.indices.compactMap { index -> (Int64, Double, MediaTime)? in
      guard let next = following(index), let (gap, place) = gap(from: index, to: next),
        abs(gap) > tolerance(index)
      else { return nil }
      return (next.number, gap, place)
    }
    guard let (worst, gap, _) = breaks.max(by: { abs($0.1) < abs($1.1) }),
      let severity = severity(of: .segmentGap, gap)
    else { return }
    let numbers = breaks.map(\.0)
    add(
      .segmentGap, severity, in: numbers, at: breaks[0].2,
      "timestamps do not continue at the start of \(numbers.listed)"
        + numbers.worst(", worst at", worst)
        + ": \(gap > 0 ? "a gap" : "an overlap") of \(milliseconds(abs(gap)))")
  }

  /// Finds discontinuities that are declared where timestamps continue. Players reset for nothing.
  private mutating func judgeDiscontinuities() {
    let numbers = list.segments.indices.dropFirst().filter { index in
      let segment = list.segments[index]
      guard segment.isDiscontinuous, let (gap, _) = gap(from: index - 1, to: segment) else {
        return false
      }
      return abs(gap) <= tolerance(index - 1)
    }.map { list.segments[$0].number }
    if numbers.isEmpty { return }
    add(
      .needlessDiscontinuity, .note, in: numbers,
      "timestamps continue at the discontinuity of \(numbers.listed)")
  }

  private mutating func judgeEnd() {
    if list.isComplete { return }
    guard let place = list.representation else {
      return add(.unendedPlaylist, .note, "no EXT-X-ENDLIST: players expect more segments")
    }
    // Once for the manifest.
    guard (place.period, place.set, place.representation) == (0, 0, 0) else { return }
    add(.unendedPlaylist, .note, "the manifest is dynamic: players expect more segments")
  }

  /// Returns the next segment, if the list declares that timestamps continue there.
  private func following(_ index: Int) -> SegmentList.Segment? {
    guard index + 1 < list.segments.count else { return nil }
    let next = list.segments[index + 1]
    return next.isDiscontinuous || next.isGap ? nil : next
  }

  /// Returns the time from the end of a segment to the start of the next one, the greatest of all tracks, without what
  /// the list declares as a gap.
  private func gap(
    from index: Int, to next: SegmentList.Segment
  ) -> (seconds: Double, place: MediaTime)? {
    let declared = list.declaredGap(before: index + 1)
    return list.segments[index].tracks.compactMap { track -> (seconds: Double, place: MediaTime)? in
      guard let other = next.track(track.kind) else { return nil }
      let gap = other.startSeconds(after: track.endTime, period: track.period)
      return (gap > 0 ? max(gap - declared, 0) : gap, other.startTime)
    }.max { abs($0.seconds) < abs($1.seconds) }
  }

  /// Audio packets do not end where video frames do.
  private func tolerance(_ index: Int) -> Double {
    let ticks = list.segments[index].tracks.map { 2 * $0.tick }.max() ?? 0
    return max(limits.least(.segmentGap, on: nil, in: .seconds) ?? Self.continuityTolerance, ticks)
  }
}

extension SegmentList.Segment {
  func track(_ kind: MediaTrack.Kind) -> SegmentTrack? { tracks.first { $0.kind == kind } }
}
