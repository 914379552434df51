import PlayheadMedia

/// Finds the start of a track whose first packets have no times.
///
/// Matroska cannot store times before zero, and libavformat uses the first time that it finds as
/// the start. The start is computed by counting back the frames before that time. In ASF with reordered pictures,
/// libavformat returns decode times alone, and uses the start of another track.
struct UntimedStart {
  private let track: MediaTrack
  /// Whether decode times are the times that the container stores.
  private let storesDecodeTimes: Bool
  private var decodeStart: Int64?
  /// The ticks by which the decoder delays pictures, if decode times are stored.
  private let decoderDelay: Int64
  private var untimedCount = 0
  private var least: Int64?
  /// Whether all packets before the first times were recorded.
  private(set) var isDecided = false
  /// The ticks from the decode time of the first keyframe to its presentation; nil if unknown.
  private(set) var reorderDelayTicks: Int64?

  /// Creates the start of a track whose decoder delays the first picture by a number of others.
  init(of track: MediaTrack, in container: String, delayedBy count: Int32) {
    self.track = track
    storesDecodeTimes = container == "asf"
    let frame = SteadyTicks(track: track).frameTicks ?? 0
    let (delay, overflow) = frame.multipliedReportingOverflow(by: Int64(max(count, 0)))
    decoderDelay = overflow ? 0 : delay
  }

  /// Whether a packet without times was recorded.
  var hasUntimed: Bool { untimedCount > 0 }

  /// Records the next packet of the media.
  mutating func record(_ packet: PacketTiming) {
    guard packet.track == track.index, !isDecided else { return }
    if packet.isKeyframe, let start = packet.presentationTicks, let decode = packet.decodeTicks {
      let (delay, overflow) = start.subtractingReportingOverflow(decode)
      if !overflow, delay >= 0 { reorderDelayTicks = delay }
    }
    if let ticks = packet.presentationTicks ?? packet.decodeTicks {
      if storesDecodeTimes, least == nil, packet.presentationTicks == nil {
        let (start, overflow) = ticks.addingReportingOverflow(decoderDelay)
        if !overflow { (decodeStart, reorderDelayTicks) = (start, decoderDelay) }
      }
      least = min(least ?? ticks, ticks)
      // With a decode time, later packets are presented later. Without one, times may be out of
      // order.
      isDecided = packet.decodeTicks != nil || untimedCount == 0
    } else {
      untimedCount += 1
    }
  }

  /// The start in ticks of the track; nil if libavformat's start is right, or the start is unknown.
  var ticks: Int64? {
    if untimedCount == 0 { return decodeStart }
    guard isDecided, let least else { return nil }
    return SteadyTicks(track: track).start(of: untimedCount, endingAt: least)
  }
}
