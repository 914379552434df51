import PlayheadMedia
import PlayheadTimekeeping

/// The duration that libavformat gives each packet of a video track of ASF, of Sega FILM, or of Matroska with a variable
/// rate, or of TTA.
///
/// In Matroska it is the track's default duration, which writers derive from the mean rate, or the length of a whole frame
/// of sound. The last picture or frame ends where the media is declared to end. ASF stores none, and libavformat's is that
/// of a rate of which the intervals are multiples; the usual interval is nearer to it. In FILM it reaches to the next time,
/// which may be wrong.
struct MeanDuration {
  private static let provenCount = 3

  private let ticks: Int64
  private let end: Int64
  /// The last intervals, if the container stores no durations that are used.
  private var intervals: RecentIntervals?
  private var packetCount = 0

  /// Returns nil for pictures at a constant rate, for other sound, and for other containers.
  init?(_ track: MediaTrack, in info: MediaInfo) {
    if ["asf", "film_cpk"].contains(info.container), track.kind == .video {
      (ticks, end, intervals) = (0, 0, RecentIntervals())
      return
    }
    // Their packets have durations of their own or none.
    guard info.container.hasPrefix("matroska,"), !info.isDurationEstimated,
      let ticks = Self.usualLength(in: track)?
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks,
      let end = info.declaredDuration?
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
    else { return nil }
    (self.ticks, self.end) = (ticks, end)
  }

  private static func usualLength(in track: MediaTrack) -> MediaTime? {
    if track.kind == .video {
      return track.constantFrameRate == nil ? track.frameRate?.frameDuration : nil
    }
    // A frame of TTA lasts 256 / 245 s.
    return track.codec == "tta" ? MediaTime(ticks: 256, timebase: Timebase(1, 245)) : nil
  }

  /// Shortens the duration of a packet that has the mean one to the declared end of the media, or replaces a guessed one.
  mutating func correct(_ packet: inout PacketTiming) {
    if intervals != nil {
      if let ticks = packet.decodeTicks ?? packet.presentationTicks { intervals?.add(ticks) }
      packetCount = min(packetCount + 1, Self.provenCount)
      // The first interval may be a pause.
      if packetCount == Self.provenCount { packet.durationTicks = intervals?.usual }
      return
    }
    guard let duration = packet.durationTicks, (ticks - 1...ticks + 1).contains(duration),
      let start = packet.presentationTicks, start < end
    else { return }
    let (rest, overflow) = end.subtractingReportingOverflow(start)
    if !overflow { packet.durationTicks = min(duration, rest) }
  }
}
