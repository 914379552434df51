import PlayheadMedia
import PlayheadTimekeeping

/// The least and the greatest presentation time of a track in a segment.
struct SegmentExtent {
  private var start: Int64?
  private var end: Int64?
  private var last: Int64?
  /// The duration of the packet that is presented last.
  private var lastDuration: Int64?
  private var count = 0
  private var beginsWithKeyframe = false
  private var skipped: UInt32 = 0

  /// Adds the next packet.
  mutating func add(_ packet: PacketTiming) {
    if count == 0 { (beginsWithKeyframe, skipped) = (packet.isKeyframe, packet.skippedSamples) }
    count += 1
    guard let ticks = packet.presentationTicks else { return }
    start = min(start ?? ticks, ticks)
    if ticks >= last ?? ticks { (last, lastDuration) = (ticks, packet.durationTicks) }
    let (packetEnd, overflow) = ticks.addingReportingOverflow(packet.durationTicks ?? 0)
    if !overflow { end = max(end ?? packetEnd, packetEnd) }
  }

  /// Returns the measurement; nil if no packet has a time.
  func track(_ track: MediaTrack, period: Int64?) -> SegmentTrack? {
    guard let start, var end, let last else { return nil }
    if end == last {
      // The last packet has no duration.
      let (length, overflow) = last.addingReportingOverflow(
        Self.packetTicks(of: track) ?? meanInterval(from: start, to: last))
      if !overflow { end = length }
    }
    var measured = SegmentTrack(
      kind: track.kind, timebase: track.timebase, start: start, end: end,
      beginsWithKeyframe: beginsWithKeyframe, period: period)
    if let rate = track.sampleRate, rate > 0 {
      measured.priming = Double(primingSampleCount(of: track)) / Double(rate)
    }
    if let length = Self.packetTicks(of: track), let lastDuration, lastDuration > 0 {
      measured.padding = track.time(ofTicks: max(length - lastDuration, 0)).seconds
    }
    return measured
  }

  /// Returns the number of samples before the presented ones at the start of a track.
  private func primingSampleCount(of track: MediaTrack) -> Int {
    // The first packet of AAC and Vorbis has no others, also if the container declares none.
    if skipped > 0 { return Int(skipped) }
    let isPacket = track.codec.map(["aac", "vorbis"].contains) == true
    return track.primingSampleCount ?? (isPacket ? track.samplesPerPacket ?? 0 : 0)
  }

  /// Returns the duration of an audio packet that the codec defines, in ticks.
  static func packetTicks(of track: MediaTrack) -> Int64? {
    guard let samples = track.samplesPerPacket, let rate = track.sampleRate else { return nil }
    let ticks = Double(samples) / Double(rate) / track.time(ofTicks: 1).seconds
    return Int64(exactly: ticks.rounded())
  }

  /// Returns the mean interval between packets, in ticks; 0 if there is only one.
  private func meanInterval(from start: Int64, to last: Int64) -> Int64 {
    let (span, overflow) = last.subtractingReportingOverflow(start)
    return overflow || count < 2 ? 0 : span / Int64(count - 1)
  }
}

/// The presentation times of the tracks of a segment.
struct SegmentExtents {
  private var extents: [Int: SegmentExtent] = [:]

  /// Adds the next packet.
  mutating func add(_ packet: PacketTiming) {
    extents[packet.track, default: SegmentExtent()].add(packet)
  }

  /// Returns the measurements of audio and video, after all packets were read.
  func tracks(of info: MediaInfo) -> [SegmentTrack] {
    let period: Int64? = info.container == "mpegts" ? 1 << 33 : nil
    return info.tracks.compactMap { track in
      guard [.audio, .video].contains(track.kind), !track.isAttachedPicture else { return nil }
      return extents[track.index]?.track(track, period: period)
    }
  }
}
