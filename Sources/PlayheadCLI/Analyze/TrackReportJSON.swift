import PlayheadKit

/// The report on one track as a JSON object.
enum TrackReportJSON {
  static func object(of report: TrackTimingReport) -> JSONObject {
    let track = report.track
    var object = JSONObject()
    object.add("index", track.index)
    object.add("kind", track.kind.rawValue)
    object.add("codec", track.codec)
    object.add("timebase", "\(track.timebase)")
    object.add("on_timeline", report.isOnTimeline)
    object.add("packets", report.packetCount)
    object.add("bytes", report.byteCount)
    object.add("discarded", report.discardedCount)
    object.add("corrupt", report.corruptCount)
    object.add(time: "first", report.firstTicks.map(track.time(ofTicks:)))
    object.add(time: "last", report.lastTicks.map(track.time(ofTicks:)))
    object.add(time: "span", report.spanTicks.map(track.time(ofTicks:)))
    object.add(time: "presentation_start", report.presentationStart)
    object.add(time: "presentation_end", report.presentationEnd)
    object.add(time: "duration", report.measuredDuration)
    object.add(time: "declared_duration", report.declaredDuration)
    object.add("declared_by", report.declaredHeader?.rawValue)
    object.add(time: "codec_delay", report.codecDelay)
    object.addRaw("frame_rate", report.frameRate.map { frameRate($0).text })
    object.addRaw("interval", report.interval.map { statistics($0, of: track).text })
    object.add("missing_pts", report.missingPresentationTimes)
    object.add("missing_dts", report.missingDecodeTimes)
    object.addRaw("backwards_dts", list(report.backwardsDecodeTimes, of: track))
    object.addRaw("doubled_pts", list(report.doubledPresentationTimes, of: track))
    object.addRaw("gaps", list(report.gaps, of: track))
    object.addRaw("overlaps", list(report.overlaps, of: track))
    object.addRaw("jumps", list(report.jumps, of: track))
    object.add("wraps", report.wrapCount)
    object.add("keyframes", report.keyframeCount)
    object.addRaw(
      "keyframe_distance", report.keyframeDistance.map { statistics($0, of: track).text })
    object.add("reorder_depth", report.reorderDepth)
    object.add("bit_rate", decimal: report.meanBitRate, places: 1)
    object.add("greatest_bits_in_a_second", report.greatestBitsInASecond)
    object.add("drift_ppm", decimal: report.drift, places: 3)
    return object
  }

  private static func frameRate(_ report: FrameRateReport) -> JSONObject {
    var object = JSONObject()
    object.add("verdict", report.verdict.rawValue)
    object.add("declared", report.declared.map { "\($0.numerator)/\($0.denominator)" })
    object.add("measured", report.measured.map { "\($0.numerator)/\($0.denominator)" })
    object.add(time: "rounding", report.rounding)
    object.add("mean", decimal: report.mean, places: 6)
    return object
  }

  private static func statistics(
    _ statistics: IntervalStatistics, of track: Track
  ) -> JSONObject {
    let tick = Double(track.timebase.numerator) / Double(track.timebase.denominator)
    var object = JSONObject()
    object.add("count", statistics.count)
    object.add("distinct", statistics.distinctCount)
    object.add("exact", statistics.isExact)
    object.add(time: "min", track.time(ofTicks: statistics.least))
    object.add("mean_seconds", decimal: statistics.mean * tick, places: 9)
    object.add(time: "p50", track.time(ofTicks: statistics.median))
    object.add(time: "p99", track.time(ofTicks: statistics.percentile99))
    object.add(time: "max", track.time(ofTicks: statistics.greatest))
    object.add(
      "standard_deviation_seconds", decimal: statistics.standardDeviation * tick, places: 9)
    return object
  }

  private static func list(_ list: CappedList<TimingPlace>, of track: Track) -> String {
    var object = JSONObject()
    object.add("total", list.total)
    object.add(
      "places",
      list.elements.map { place in
        var object = JSONObject()
        object.add(time: "at", track.time(ofTicks: place.ticks))
        object.add(time: "length", track.time(ofTicks: place.length))
        return object
      })
    return object.text
  }
}
