import PlayheadMedia
import PlayheadTimekeeping

/// The duration that libavformat gives each packet of a video track of Matroska with a variable rate.
///
/// It is the track's default duration, which writers derive from the mean rate. The last picture ends where the
/// media is declared to end.
struct MeanDuration {
  private let ticks: Int64
  private let end: Int64

  /// Returns nil for tracks with a constant rate, and for other containers than Matroska.
  init?(_ track: MediaTrack, in info: MediaInfo) {
    // Their packets have durations of their own or none.
    guard info.container.hasPrefix("matroska,"), track.kind == .video,
      track.constantFrameRate == nil, !info.isDurationEstimated,
      let ticks = track.frameRate?.frameDuration
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks,
      let end = info.declaredDuration?
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
    else { return nil }
    (self.ticks, self.end) = (ticks, end)
  }

  /// Shortens the duration of a packet that has the mean one to the declared end of the media.
  func correct(_ packet: inout PacketTiming) {
    guard let duration = packet.durationTicks, (ticks - 1...ticks + 1).contains(duration),
      let start = packet.presentationTicks, start < end
    else { return }
    let (rest, overflow) = end.subtractingReportingOverflow(start)
    if !overflow { packet.durationTicks = min(duration, rest) }
  }
}
