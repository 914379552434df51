import Media

/// Where a track begins whose first packets have no times.
///
/// Matroska cannot store times before zero, and libavformat takes the first time that it finds for
/// the start. The frames before it are counted back from there.
struct UntimedStart {
  private let track: Track
  private var untimedCount = 0
  private var least: Int64?
  /// Whether all packets before the first times have come.
  private(set) var isDecided = false
  /// How long after its decode time the first keyframe is presented, in ticks of the track.
  private(set) var reorderDelayTicks: Int64?

  init(of track: Track) {
    self.track = track
  }

  /// Whether a packet without times has come.
  var hasUntimed: Bool { untimedCount > 0 }

  /// Records the next packet of the media.
  mutating func note(_ packet: PacketTiming) {
    guard packet.track == track.index, !isDecided else { return }
    if packet.isKeyframe, let start = packet.presentationTicks, let decode = packet.decodeTicks {
      let (delay, overflow) = start.subtractingReportingOverflow(decode)
      if !overflow, delay >= 0 { reorderDelayTicks = delay }
    }
    if let ticks = packet.presentationTicks ?? packet.decodeTicks {
      least = min(least ?? ticks, ticks)
      // Packets decoded later are presented later. Before, times may be out of order.
      isDecided = packet.decodeTicks != nil || untimedCount == 0
    } else {
      untimedCount += 1
    }
  }

  /// The start in ticks of the track; nil if that is what libavformat found, or is not known.
  var ticks: Int64? {
    guard isDecided, untimedCount > 0, let least else { return nil }
    return SteadyTicks(track: track).start(of: untimedCount, endingAt: least)
  }
}
