import Media
import Timekeeping

/// Compares the declared starts of segments with their first timestamps. A manifest of DASH declares
/// them; a playlist of HLS does not.
enum DeclaredStartRule {
  private static let greatestWarning = 1.0

  static func findings(in list: SegmentList) -> [Finding] {
    let wrong = list.segments.compactMap {
      segment -> (number: Int64, declared: Double, measured: Double, place: MediaTime)? in
      guard let start = segment.start, let track = segment.mainTrack else { return nil }
      // Segments of a nominal duration may drift by half of it (ISO/IEC 23009-1, 7.2.1).
      let tolerance =
        segment.isNominal ? segment.duration.seconds / 2 : segment.tolerance(of: track)
      let difference = track.startSeconds(after: start, period: track.period)
      // The priming of an encoder is not presented, and may be declared or not.
      let isPriming =
        segment.number == list.segments[0].number
        && abs(difference + track.priming) <= tolerance
      if isPriming || abs(difference) <= tolerance { return nil }
      return (segment.number, start.seconds, track.startTime.seconds, track.startTime)
    }
    guard
      let worst = wrong.max(by: { abs($0.declared - $0.measured) < abs($1.declared - $1.measured) })
    else { return [] }
    let numbers = wrong.map(\.number)
    let isError = abs(worst.declared - worst.measured) > greatestWarning
    return [
      Finding(
        .segmentStart, isError ? .error : .warning, in: list, numbers, at: wrong[0].place,
        .startsDiffer(
          numbers, by: PlaylistMessage.Declaration(of: list.segments[0], in: list),
          worst: worst.number, declared: worst.declared, measured: worst.measured))
    ]
  }
}

extension SegmentList.Segment {
  /// Audio is divided at packets near the nominal times.
  private static let nominalAudioTolerance = 0.1

  /// The greatest difference between declared and measured times that is no error, in seconds: none
  /// if both are in the same ticks.
  func tolerance(of track: SegmentTrack) -> Double {
    if start != nil {
      if isNominal, track.kind == .audio { return Self.nominalAudioTolerance }
      return duration.timebase == track.timebase
        ? track.tick / 2 : track.tick + duration.timebase.secondsPerTick / 2
    }
    return rounding.seconds + track.tick
  }
}
