import PlayheadKit

/// The report on one track as a JSON object.
enum TrackReportJSON {
  static func object(of report: TrackTimingReport) -> JSONObject {
    let track = report.track
    return [
      "index": .number(track.index), "kind": .string(track.kind.rawValue),
      "codec": .string(track.codec), "timebase": .string("\(track.timebase)"),
      "on_timeline": .bool(report.isOnTimeline), "packets": .number(report.packetCount),
      "bytes": .number(report.byteCount), "discarded": .number(report.discardedCount),
      "corrupt": .number(report.corruptCount),
      "first": .time(report.firstTicks.map(track.time(ofTicks:))),
      "last": .time(report.lastTicks.map(track.time(ofTicks:))),
      "span": .time(report.spanTicks.map(track.time(ofTicks:))),
      "presentation_start": .time(report.presentationStart),
      "presentation_end": .time(report.presentationEnd),
      "duration": .time(report.measuredDuration),
      "declared_duration": .time(report.declaredDuration),
      "declared_by": .string(report.declaredHeader?.rawValue),
      "codec_delay": .time(report.codecDelay),
      "frame_rate": .object(report.frameRate.map(frameRate)),
      "interval": .object(report.interval.map { statistics($0, of: track) }),
      "missing_pts": .number(report.missingPresentationTimes),
      "missing_dts": .number(report.missingDecodeTimes),
      "backwards_dts": list(report.backwardsDecodeTimes, of: track),
      "doubled_pts": list(report.doubledPresentationTimes, of: track),
      "gaps": list(report.gaps, of: track), "overlaps": list(report.overlaps, of: track),
      "jumps": list(report.jumps, of: track), "wraps": .number(report.wrapCount),
      "keyframes": .number(report.keyframeCount),
      "keyframe_distance": .object(report.keyframeDistance.map { statistics($0, of: track) }),
      "reorder_depth": .number(report.reorderDepth),
      "bit_rate": .decimal(report.meanBitRate, places: 1),
      "greatest_bits_in_a_second": .number(report.greatestBitsInASecond),
      "drift_ppm": .decimal(report.drift, places: 3),
    ]
  }

  private static func frameRate(_ report: FrameRateReport) -> JSONObject {
    [
      "verdict": .string(report.verdict.rawValue),
      "declared": .string(report.declared.map { "\($0.numerator)/\($0.denominator)" }),
      "measured": .string(report.measured.map { "\($0.numerator)/\($0.denominator)" }),
      "rounding": .time(report.rounding), "mean": .decimal(report.mean, places: 6),
    ]
  }

  private static func statistics(
    _ statistics: IntervalStatistics, of track: Track
  ) -> JSONObject {
    let tick = Double(track.timebase.numerator) / Double(track.timebase.denominator)
    return [
      "count": .number(statistics.count), "distinct": .number(statistics.distinctCount),
      "exact": .bool(statistics.isExact), "min": .time(track.time(ofTicks: statistics.least)),
      "mean_seconds": .decimal(statistics.mean * tick, places: 9),
      "p50": .time(track.time(ofTicks: statistics.median)),
      "p99": .time(track.time(ofTicks: statistics.percentile99)),
      "max": .time(track.time(ofTicks: statistics.greatest)),
      "standard_deviation_seconds": .decimal(statistics.standardDeviation * tick, places: 9),
    ]
  }

  private static func list(_ list: CappedList<TimingPlace>, of track: Track) -> JSON {
    .object([
      "total": .number(list.total),
      "places": .objects(
        list.elements.map { place in
          [
            "at": .time(track.time(ofTicks: place.ticks)),
            "length": .time(track.time(ofTicks: place.length)),
          ]
        }),
    ])
  }
}
