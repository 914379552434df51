import Media
import Timekeeping

/// Compares a list of segments with their contents.
struct SegmentListRules {
  /// The tolerance for the end of a segment and the start of the next one, in seconds.
  private static let continuityTolerance = 0.005
  private static let greatestDurationWarning = 1.0
  private static let greatestPadding = 0.05

  private let list: SegmentList

  init(_ list: SegmentList) { self.list = list }

  var findings: [Finding] {
    if let reason = list.unjudged {
      return list.invalid.isEmpty
        ? [Finding(.segmentUnreadable, .note, in: list, [], at: nil, .notJudged(reason: reason))]
        : invalid
    }
    if list.segments.isEmpty {
      return [Finding(.segmentUnreadable, .error, in: list, [], at: nil, .noSegments)]
    }
    return invalid + unreadable + durations + DeclaredStartRule.findings(in: list) + target
      + keyframes
      + continuity + needless + end
  }

  /// Declarations with values that no player can use.
  private var invalid: [Finding] {
    var findings: [Finding] = []
    if !list.invalid.isEmpty {
      findings.append(
        Finding(.invalidPlaylist, .error, in: list, [], at: nil, .valuesInvalid(list.invalid)))
    }
    let numbers = list.segments.filter { $0.duration == nil }.map(\.number)
    if !numbers.isEmpty {
      findings.append(
        Finding(.invalidPlaylist, .error, in: list, numbers, at: nil, .durationsMissing(numbers)))
    }
    return findings
  }

  private var unreadable: [Finding] {
    let failed = list.segments.compactMap { segment -> (Int64, String)? in
      switch segment.measured {
      case .failed(let reason): (segment.number, reason)
      case .tracks(let tracks): tracks.isEmpty ? (segment.number, "no audio or video") : nil
      case nil: nil
      }
    }
    let encrypted = list.segments.filter(\.isEncrypted).map(\.number)
    var findings: [Finding] = []
    if let first = failed.first {
      let numbers = failed.map(\.0)
      findings.append(
        Finding(
          .segmentUnreadable, .error, in: list, numbers, at: nil,
          .segmentsUnreadable(numbers, reason: first.1)))
    }
    if !encrypted.isEmpty {
      findings.append(
        Finding(
          .segmentEncrypted, .note, in: list, encrypted, at: nil, .segmentsEncrypted(encrypted)))
    }
    return findings
  }

  /// The declared duration may be the length of the media, or the time until the next segment.
  private var durations: [Finding] {
    let wrong = list.segments.indices.compactMap {
      index -> (number: Int64, declared: Double, measured: Double, place: MediaTime)? in
      let segment = list.segments[index]
      // A single frame may have no known duration.
      guard let track = segment.mainTrack, track.end > track.start,
        let declared = segment.duration?.seconds
      else { return nil }
      let tolerance = list.durationTolerance(of: segment, track)
      var measured = [track.duration.seconds]
      // The last of segments that all declare the same duration may be shorter.
      if segment.isNominal, index == list.segments.count - 1, measured[0] < declared { return nil }
      // The priming at the start, and the padding of the last packet, are not presented.
      if index == 0 { measured.append(measured[0] - track.priming) }
      if list.place != nil, index == list.segments.count - 1, track.kind == .audio,
        (0...Self.greatestPadding).contains(measured[0] - declared)
      {
        return nil
      }
      if let next = following(index), let start = next.track(track.kind) {
        measured.append(start.startSeconds(after: track.startTime, period: track.period))
      }
      guard !measured.contains(where: { abs($0 - declared) <= tolerance }) else { return nil }
      return (segment.number, declared, measured[0], track.startTime)
    }
    guard
      let worst = wrong.max(by: { abs($0.declared - $0.measured) < abs($1.declared - $1.measured) })
    else { return [] }
    let isError = abs(worst.declared - worst.measured) > Self.greatestDurationWarning
    let numbers = wrong.map(\.number)
    return [
      Finding(
        .segmentDuration, isError ? .error : .warning, in: list, numbers, at: wrong[0].place,
        .durationsDiffer(
          numbers, by: PlaylistMessage.Declaration(of: list.segments[0], in: list),
          worst: worst.number, declared: worst.declared, measured: worst.measured))
    ]
  }

  /// RFC 8216, 4.3.3.1: rounded to whole seconds, no segment is longer than the target duration.
  private var target: [Finding] {
    guard let target = list.targetDuration else { return [] }
    let long = list.segments.filter { segment in
      let longest = max(segment.duration?.seconds ?? 0, segment.mainTrack?.duration.seconds ?? 0)
      return longest.rounded() > Double(target)
    }
    let numbers = long.map(\.number)
    let longest = long.map { max($0.duration?.seconds ?? 0, $0.mainTrack?.duration.seconds ?? 0) }
      .max()
    guard let longest else { return [] }
    return [
      Finding(
        .targetDuration, .error, in: list, numbers, at: nil,
        .targetExceeded(numbers, target: target, longest: longest))
    ]
  }

  private var keyframes: [Finding] {
    let numbers = list.segments.filter { segment in
      segment.track(.video).map { !$0.beginsWithKeyframe } ?? false
    }.map(\.number)
    if numbers.isEmpty { return [] }
    return [
      Finding(
        .segmentKeyframe, list.isIndependent ? .error : .warning, in: list, numbers, at: nil,
        .keyframesMissing(numbers))
    ]
  }

  private var continuity: [Finding] {
    let breaks = list.segments.indices.compactMap { index -> (Int64, Double, MediaTime)? in
      guard let next = following(index), let (gap, place) = gap(from: index, to: next),
        abs(gap) > tolerance(index)
      else { return nil }
      return (next.number, gap, place)
    }
    guard let worst = breaks.max(by: { abs($0.1) < abs($1.1) }) else { return [] }
    let numbers = breaks.map(\.0)
    return [
      Finding(
        .segmentGap, .error, in: list, numbers, at: breaks[0].2,
        .segmentsApart(numbers, worst: worst.0, by: worst.1))
    ]
  }

  /// Discontinuities that are declared where timestamps continue. Players reset for nothing.
  private var needless: [Finding] {
    let numbers = list.segments.indices.dropFirst().filter { index in
      let segment = list.segments[index]
      guard segment.isDiscontinuous, let (gap, _) = gap(from: index - 1, to: segment) else {
        return false
      }
      return abs(gap) <= tolerance(index - 1)
    }.map { list.segments[$0].number }
    if numbers.isEmpty { return [] }
    return [
      Finding(
        .needlessDiscontinuity, .note, in: list, numbers, at: nil, .discontinuitiesNeedless(numbers)
      )
    ]
  }

  private var end: [Finding] {
    if list.isComplete { return [] }
    guard let place = list.place else {
      return [Finding(.unendedPlaylist, .note, in: list, [], at: nil, .endUnmarked)]
    }
    // Once for the manifest.
    guard (place.period, place.set, place.representation) == (0, 0, 0) else { return [] }
    return [Finding(.unendedPlaylist, .note, in: list, [], at: nil, .manifestDynamic)]
  }

  /// Returns the next segment, if the list declares that timestamps continue there.
  private func following(_ index: Int) -> SegmentList.Segment? {
    guard index + 1 < list.segments.count else { return nil }
    let next = list.segments[index + 1]
    return next.isDiscontinuous || next.isGap ? nil : next
  }

  /// Returns the time between the end of a segment and the start of the next one: the greatest of
  /// all tracks.
  private func gap(
    from index: Int, to next: SegmentList.Segment
  ) -> (seconds: Double, place: MediaTime)? {
    list.segments[index].tracks.compactMap { track -> (seconds: Double, place: MediaTime)? in
      guard let other = next.track(track.kind) else { return nil }
      return (other.startSeconds(after: track.endTime, period: track.period), other.startTime)
    }.max { abs($0.seconds) < abs($1.seconds) }
  }

  /// Audio packets do not end where video frames do.
  private func tolerance(_ index: Int) -> Double {
    let ticks = list.segments[index].tracks.map { 2 * $0.tick }.max() ?? 0
    return max(Self.continuityTolerance, ticks)
  }
}

extension SegmentList.Segment {
  func track(_ kind: Track.Kind) -> SegmentTrack? { tracks.first { $0.kind == kind } }
}
