import PlayheadMedia
import PlayheadTimekeeping

extension TrackTimingReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case index, kind, codec, timebase
    case isOnTimeline = "on_timeline"
    case packetCount = "packets"
    case byteCount = "bytes"
    case discardedCount = "discarded"
    case corruptCount = "corrupt"
    case first, last, span
    case presentationStart = "presentation_start"
    case presentationEnd = "presentation_end"
    case duration
    case declaredDuration = "declared_duration"
    case declaredHeader = "declared_by"
    case codecDelay = "codec_delay"
    case frameRate = "frame_rate"
    case interval
    case missingPresentationTimes = "missing_pts"
    case missingDecodeTimes = "missing_dts"
    case backwardsDecodeTimes = "backwards_dts"
    case doubledPresentationTimes = "doubled_pts"
    case gaps, overlaps, jumps
    case wrapCount = "wraps"
    case keyframeCount = "keyframes"
    case keyframeDistance = "keyframe_distance"
    case reorderDepth = "reorder_depth"
    case meanBitRate = "bit_rate"
    case greatestBitsInASecond = "greatest_bits_in_a_second"
    case drift = "drift_ppm"
    case decoding
    // These are not in the command's JSON.
    case track
    case corruptAtEndCount = "corrupt_at_end"
    case isLastPacketCorrupt = "last_packet_corrupt"
    case isStartUnknown = "start_unknown"
    case beginsWithoutKeyframe = "begins_without_keyframe"
    case packetByteCounts = "packet_bytes"
    case longestWithoutKeyframe = "longest_without_keyframe"
    case exactBitRate = "bit_rate_exact"
    case exactDrift = "drift_ppm_exact"
    case driftSeconds = "drift_seconds"
    case activity
  }

  /// Creates a report from an encoded one, or from a track of `playhead analyze --format json`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try TrackTimingReport.track(of: container))
    isOnTimeline = try container.decode(Bool.self, forKey: .isOnTimeline)
    packetCount = try container.count(forKey: .packetCount)
    byteCount = try container.count(forKey: .byteCount)
    discardedCount = try container.count(forKey: .discardedCount)
    corruptCount = try container.count(forKey: .corruptCount)
    firstTicks = try ticks(.first, of: container)
    lastTicks = try ticks(.last, of: container)
    spanTicks = try ticks(.span, of: container)
    presentationStart = try container.decodeIfPresent(MediaTime.self, forKey: .presentationStart)
    presentationEnd = try container.decodeIfPresent(MediaTime.self, forKey: .presentationEnd)
    duration = try container.decodeIfPresent(MediaTime.self, forKey: .duration)
    declaredDuration = try container.decodeIfPresent(MediaTime.self, forKey: .declaredDuration)
    declaredHeader = try container.decodeIfPresent(
      DeclaredDuration.Header.self, forKey: .declaredHeader)
    codecDelay = try container.decodeIfPresent(MediaTime.self, forKey: .codecDelay)
    frameRate = try container.decodeIfPresent(FrameRateReport.self, forKey: .frameRate)
    interval = try container.decodeIfPresent(IntervalStatistics.self, forKey: .interval)
    missingPresentationTimes = try container.count(forKey: .missingPresentationTimes)
    missingDecodeTimes = try container.count(forKey: .missingDecodeTimes)
    backwardsDecodeTimes = try intervals(.backwardsDecodeTimes, of: container)
    doubledPresentationTimes = try intervals(.doubledPresentationTimes, of: container)
    gaps = try intervals(.gaps, of: container)
    overlaps = try intervals(.overlaps, of: container)
    jumps = try intervals(.jumps, of: container)
    wrapCount = try container.count(forKey: .wrapCount)
    keyframeCount = try container.count(forKey: .keyframeCount)
    keyframeDistance = try container.decodeIfPresent(
      IntervalStatistics.self, forKey: .keyframeDistance)
    reorderDepth = try container.count(forKey: .reorderDepth)
    greatestBitsInASecond = try container.count(forKey: .greatestBitsInASecond)
    meanBitRate =
      try container.decodeIfPresent(Double.self, forKey: .exactBitRate)
      ?? container.decodeIfPresent(Double.self, forKey: .meanBitRate)
    drift =
      try container.decodeIfPresent(Double.self, forKey: .exactDrift)
      ?? container.decodeIfPresent(Double.self, forKey: .drift)
    if let encoded = try container.decodeIfPresent(EncodedDecoding.self, forKey: .decoding) {
      guard let decoding = encoded.report(of: track) else {
        throw container.damaged(.decoding, "These are no places of the track")
      }
      self.decoding = decoding
    }
    if container.contains(.track) { try decodeDetails(of: container) }
  }

  /// Encodes the keys and numbers of a track in `playhead analyze --format json`, and then all
  /// measurements that these do not contain.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(track.index, forKey: .index)
    try container.encode(track.kind, forKey: .kind)
    try container.encode(track.codec, forKey: .codec)
    try container.encode(track.timebase, forKey: .timebase)
    try container.encode(isOnTimeline, forKey: .isOnTimeline)
    try container.encode(packetCount, forKey: .packetCount)
    try container.encode(byteCount, forKey: .byteCount)
    try container.encode(discardedCount, forKey: .discardedCount)
    try container.encode(corruptCount, forKey: .corruptCount)
    try container.encode(firstTicks.map(track.time(ofTicks:)), forKey: .first)
    try container.encode(lastTicks.map(track.time(ofTicks:)), forKey: .last)
    try container.encode(spanTicks.map(track.time(ofTicks:)), forKey: .span)
    try container.encode(presentationStart, forKey: .presentationStart)
    try container.encode(presentationEnd, forKey: .presentationEnd)
    try container.encode(duration, forKey: .duration)
    try container.encode(declaredDuration, forKey: .declaredDuration)
    try container.encode(declaredHeader, forKey: .declaredHeader)
    try container.encode(codecDelay, forKey: .codecDelay)
    try container.encode(frameRate, forKey: .frameRate)
    try container.encode(interval, forKey: .interval)
    try container.encode(missingPresentationTimes, forKey: .missingPresentationTimes)
    try container.encode(missingDecodeTimes, forKey: .missingDecodeTimes)
    try container.encode(
      EncodedIntervals(backwardsDecodeTimes, of: track), forKey: .backwardsDecodeTimes)
    try container.encode(
      EncodedIntervals(doubledPresentationTimes, of: track), forKey: .doubledPresentationTimes)
    try container.encode(EncodedIntervals(gaps, of: track), forKey: .gaps)
    try container.encode(EncodedIntervals(overlaps, of: track), forKey: .overlaps)
    try container.encode(EncodedIntervals(jumps, of: track), forKey: .jumps)
    try container.encode(wrapCount, forKey: .wrapCount)
    try container.encode(keyframeCount, forKey: .keyframeCount)
    try container.encode(keyframeDistance, forKey: .keyframeDistance)
    try container.encode(reorderDepth, forKey: .reorderDepth)
    let bitRate = meanBitRate.flatMap { DecimalNumber($0, places: 1) }
    try container.encode(bitRate, forKey: .meanBitRate)
    try container.encode(greatestBitsInASecond, forKey: .greatestBitsInASecond)
    try container.encode(drift.flatMap { DecimalNumber($0, places: 3) }, forKey: .drift)
    try container.encode(decoding.map { EncodedDecoding($0, of: track) }, forKey: .decoding)
    if encoder is any CommandEncoder { return }
    try encodeDetails(to: &container)
  }

  private func encodeDetails(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(track, forKey: .track)
    try container.encode(corruptAtEndCount, forKey: .corruptAtEndCount)
    try container.encode(isLastPacketCorrupt, forKey: .isLastPacketCorrupt)
    try container.encode(isStartUnknown, forKey: .isStartUnknown)
    try container.encode(beginsWithoutKeyframe, forKey: .beginsWithoutKeyframe)
    try container.encode(packetByteCounts, forKey: .packetByteCounts)
    let longest = longestWithoutKeyframe.map { EncodedIntervals($0, of: track) }
    try container.encode(longest, forKey: .longestWithoutKeyframe)
    try container.encode(meanBitRate, forKey: .exactBitRate)
    try container.encode(drift, forKey: .exactDrift)
    try container.encode(driftSeconds, forKey: .driftSeconds)
    try container.encode(activity, forKey: .activity)
  }

  private mutating func decodeDetails(of container: KeyedDecodingContainer<CodingKeys>) throws {
    corruptAtEndCount = try container.count(forKey: .corruptAtEndCount)
    isLastPacketCorrupt = try container.decode(Bool.self, forKey: .isLastPacketCorrupt)
    isStartUnknown = try container.decode(Bool.self, forKey: .isStartUnknown)
    beginsWithoutKeyframe = try container.decode(Bool.self, forKey: .beginsWithoutKeyframe)
    packetByteCounts = try container.decodeIfPresent(
      ClosedRange<Int>.self, forKey: .packetByteCounts)
    guard packetByteCounts.map({ $0.lowerBound >= 0 }) ?? true else {
      throw container.damaged(.packetByteCounts, "A size is negative")
    }
    if try !container.decodeNil(forKey: .longestWithoutKeyframe) {
      longestWithoutKeyframe = try intervals(.longestWithoutKeyframe, of: container).elements.first
    }
    driftSeconds = try container.decodeIfPresent(Double.self, forKey: .driftSeconds)
    activity = try container.decode(TrackActivity.self, forKey: .activity)
  }

  private static func track(of container: KeyedDecodingContainer<CodingKeys>) throws -> MediaTrack {
    if let track = try container.decodeIfPresent(MediaTrack.self, forKey: .track) { return track }
    var track = MediaTrack(
      index: try container.decode(Int.self, forKey: .index),
      kind: try container.decode(MediaTrack.Kind.self, forKey: .kind),
      timebase: try container.decode(Timebase.self, forKey: .timebase))
    track.codec = try container.decodeIfPresent(String.self, forKey: .codec)
    return track
  }

  private func ticks(
    _ key: CodingKeys, of container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Int64? {
    guard let time = try container.decodeIfPresent(MediaTime.self, forKey: key) else { return nil }
    if let ticks = time.ticks(of: track) { return ticks }
    throw container.damaged(key, "The timebase is not that of the track")
  }

  private func intervals(
    _ key: CodingKeys, of container: KeyedDecodingContainer<CodingKeys>
  ) throws -> CappedList<TrackInterval> {
    let list = try container.decode(EncodedIntervals.self, forKey: key)
    if let places = list.list(of: track) { return places }
    throw container.damaged(key, "This is no list of places of the track")
  }
}

/// A report on the payloads of a track, as it is encoded: with times of the container.
struct EncodedDecoding: Codable {
  private enum CodingKeys: String, CodingKey {
    case frameCount = "frames"
    case undecodable
    case missingReferences = "missing_references"
    case concealed, corrupt
  }

  private var frameCount: Int
  private var undecodable: EncodedIntervals
  private var missingReferences: EncodedIntervals
  private var concealed: EncodedIntervals
  private var corrupt: EncodedIntervals

  init(_ report: DecodingReport, of track: MediaTrack) {
    frameCount = report.frameCount
    undecodable = EncodedIntervals(report.undecodable, of: track)
    missingReferences = EncodedIntervals(report.missingReferences, of: track)
    concealed = EncodedIntervals(report.concealed, of: track)
    corrupt = EncodedIntervals(report.corrupt, of: track)
  }

  /// Returns the report with the ticks of a track; nil if it is not one of that track.
  func report(of track: MediaTrack) -> DecodingReport? {
    guard frameCount >= 0, let undecodable = undecodable.list(of: track),
      let missingReferences = missingReferences.list(of: track),
      let concealed = concealed.list(of: track), let corrupt = corrupt.list(of: track)
    else { return nil }
    var report = DecodingReport()
    report.frameCount = frameCount
    (report.undecodable, report.missingReferences) = (undecodable, missingReferences)
    (report.concealed, report.corrupt) = (concealed, corrupt)
    return report
  }
}
