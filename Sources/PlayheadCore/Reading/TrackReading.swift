import PlayheadMedia
import PlayheadTimekeeping

/// One track of the media that is read.
struct TrackReading {
  let track: MediaTrack
  /// The greatest presentation end since the last start.
  var end = MediaTime.zero
  var reordering: ReorderWindow
  /// The duration of the newest packet in ticks.
  private var newestDuration: Int64 = 0

  init(_ track: MediaTrack) {
    self.track = track
    reordering = ReorderWindow(track: track)
  }

  /// Returns the silent time at the end of a packet, unless the container has left it out: the packet is shorter then.
  mutating func padding(of placed: PlacedPacket) -> MediaTime {
    let (start, end) = (placed.interval.lowerBound, placed.interval.upperBound)
    let (duration, overflow) = end.subtractingReportingOverflow(start)
    guard !overflow else { return .zero }
    // Timestamps may be rounded to a tick.
    let isWhole = duration >= newestDuration - 1
    newestDuration = duration
    guard isWhole, placed.packet.paddingSamples > 0,
      let rate = track.sampleRate.flatMap(Int32.init(exactly:)), rate > 0
    else { return .zero }
    let padding = MediaTime(
      ticks: Int64(placed.packet.paddingSamples), timebase: Timebase(1, rate))
    return min(padding, MediaTime(ticks: duration, timebase: track.timebase))
  }
}
