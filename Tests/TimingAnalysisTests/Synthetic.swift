import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Generates lists of packets, as a container without defects would have them.
enum Synthetic {
  static func video(
    _ timebase: Timebase = Timebase(1, 12_800), rate: FrameRate? = FrameRate(25, 1),
    index: Int = 0
  ) -> MediaTrack {
    var track = MediaTrack(index: index, kind: .video, timebase: timebase)
    track.codec = "h264"
    track.frameRate = rate
    return track
  }

  /// Returns an audio track of 48 kHz, with 1,024 samples per packet.
  static func audio(_ timebase: Timebase = Timebase(1, 48_000), index: Int = 1) -> MediaTrack {
    var track = MediaTrack(index: index, kind: .audio, timebase: timebase)
    track.codec = "flac"
    track.sampleRate = 48_000
    track.samplesPerPacket = 1_024
    return track
  }

  /// Returns packets with these presentation times, decoded in the same order.
  static func packets(
    _ times: [Int64], of track: MediaTrack, lasting length: Int64, keyframeEvery distance: Int = 25
  ) -> [PacketTiming] {
    times.enumerated().map { index, ticks in
      PacketTiming(
        track: track.index, presentationTicks: ticks, decodeTicks: ticks, durationTicks: length,
        byteCount: 1_000, isKeyframe: index % distance == 0)
    }
  }

  static func frames(_ count: Int) -> [Int64] { (0..<Int64(count)).map { $0 * 512 } }
  static func samples(_ count: Int) -> [Int64] { (0..<Int64(count)).map { $0 * 1_024 } }

  static func info(_ tracks: [MediaTrack], declared seconds: MediaTime? = nil) -> MediaInfo {
    var info = MediaInfo(name: "synthetic", container: "test", tracks: tracks, isSeekable: true)
    info.declaredStart = .zero
    info.declaredDuration = seconds
    return info
  }

  /// Returns the report on packets that are read in the order of their decode times, as a muxer
  /// would write them.
  static func report(
    _ tracks: [MediaTrack], _ packets: [PacketTiming]..., declared: MediaTime? = nil,
    ending: TimingReport.Ending = .endOfMedia, limits: FindingLimits = FindingLimits(),
    joins: [ClockDiscontinuity] = []
  ) -> TimingReport {
    var meter = TimingMeter(info: info(tracks, declared: declared), limits: limits)
    meter.discontinuities = joins
    let timed = packets.joined().enumerated().map { index, packet in
      (packet, tracks[packet.track].time(ofTicks: packet.decodeTicks ?? .max), index)
    }
    for entry in timed.sorted(by: { ($0.1, $0.2) < ($1.1, $1.2) }) { meter.add(entry.0) }
    return meter.report(ending: ending)
  }

  /// Returns the kind of each finding.
  static func kinds(_ report: TimingReport) -> [Finding.Kind] {
    report.findings.map(\.kind)
  }
}
