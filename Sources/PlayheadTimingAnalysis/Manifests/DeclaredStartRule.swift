import PlayheadMedia
import PlayheadTimekeeping

/// Compares the declared starts of segments with their first timestamps. A manifest of DASH declares
/// them; a manifest of HLS does not.
enum DeclaredStartRule {
  static func findings(in list: SegmentList, _ limits: FindingLimits) -> [Finding] {
    func severity(of seconds: Double) -> Finding.Severity? {
      limits.severity(of: .segmentStart, on: nil, [.seconds: seconds])
    }
    let wrong = list.segments.compactMap {
      segment -> (number: Int64, declared: Double, by: Double, place: MediaTime)? in
      guard let start = segment.start, let track = segment.mainTrack else { return nil }
      let tolerance = list.startTolerance(of: segment, track)
      let difference = track.startSeconds(after: start, period: track.period)
      // The priming of an encoder is not presented, and may be declared or not.
      let isPriming =
        segment.number == list.segments[0].number
        && abs(difference + track.priming) <= tolerance
      if isPriming || abs(difference) <= tolerance || severity(of: difference) == nil { return nil }
      return (segment.number, start.seconds, difference, track.startTime)
    }
    guard let worst = wrong.max(by: { abs($0.by) < abs($1.by) }),
      let severity = severity(of: worst.by)
    else { return [] }
    let numbers = wrong.map(\.number)
    return [
      Finding(
        .segmentStart, severity, in: list, numbers, at: wrong[0].place,
        "\(numbers.listed) \(numbers.count == 1 ? "does" : "do") not start when \(list.declaration) "
          + "declares" + numbers.worst(", most in", worst.number)
          + ": \(fixed(worst.declared, 6)) s declared, "
          + "\(fixed(worst.declared + worst.by, 6)) s measured")
    ]
  }
}

extension SegmentList {
  /// What declares the times of the segments.
  var declaration: String {
    if representation == nil { return "EXTINF" }
    if index != nil { return "sidx" }
    if segments[0].start == nil { return "the duration of the Period" }
    return segments[0].isNominal ? "@duration" : "SegmentTimeline"
  }

  /// Returns the time before a segment for which a SegmentTimeline declares no media, in seconds; 0 if there is none.
  func declaredGap(before index: Int) -> Double {
    guard segments.indices.contains(index), index > 0, let start = segments[index].start,
      case let last = segments[index - 1], !last.isNominal,
      let end = last.duration.flatMap({ last.start?.adding($0) }),
      let gap = start.subtracting(end)
    else { return 0 }
    return max(gap.seconds, 0)
  }

  /// Audio is divided at packets near the nominal times.
  private static let nominalAudioTolerance = 0.1

  /// The greatest difference between declared and measured durations that is no error, in seconds.
  func durationTolerance(of segment: Segment, _ track: SegmentTrack) -> Double {
    guard segment.isNominal else { return segment.tolerance(of: track) }
    return max(nominalTolerance, track.kind == .audio ? Self.nominalAudioTolerance : 0)
  }

  /// The greatest difference between declared and measured starts that is no error, in seconds.
  func startTolerance(of segment: Segment, _ track: SegmentTrack) -> Double {
    segment.isNominal ? nominalTolerance : segment.tolerance(of: track)
  }

  /// Segments may differ from a nominal duration by half (ISO/IEC 23009-1, 7.2.1). The last one may declare less.
  private var nominalTolerance: Double {
    (segments.first?.duration?.seconds ?? 0) / 2
  }
}

extension SegmentList.Segment {
  /// The seconds by which declared and measured times may differ: none if both are in the same ticks.
  fileprivate func tolerance(of track: SegmentTrack) -> Double {
    guard start != nil, let timebase = duration?.timebase else {
      return rounding.seconds + track.tick
    }
    return timebase == track.timebase ? track.tick / 2 : track.tick + timebase.secondsPerTick / 2
  }
}
