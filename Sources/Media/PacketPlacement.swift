import Timekeeping

/// Where the packets of one track stand on its timeline, with what the container leaves out
/// filled in.
///
/// A missing presentation time is the end of the packet before; a missing duration is the frame
/// rate's, else the last interval between two presentation times.
public struct PacketPlacement: Sendable {
  private let frameTicks: Int64?
  private let startTicks: Int64
  private var lastInterval: Int64 = 0
  private var last: Range<Int64>?

  public init(track: Track) {
    startTicks = track.startTicks ?? 0
    frameTicks =
      track.frameRate?.frameDuration
      .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
  }

  /// Forgets the packet before: the next is read from another place.
  public mutating func forgetLast() {
    last = nil
  }

  /// The presentation interval of the track's next packet in ticks, or nil where its timestamps
  /// lie beyond what can be counted.
  public mutating func place(_ packet: PacketTiming) -> Range<Int64>? {
    let start =
      packet.presentationTicks ?? last?.upperBound ?? packet.decodeTicks ?? startTicks
    if let last {
      let (interval, overflow) = start.subtractingReportingOverflow(last.lowerBound)
      if !overflow, interval > 0 { lastInterval = interval }
    }
    let duration = packet.durationTicks ?? frameTicks ?? lastInterval
    let (end, overflow) = start.addingReportingOverflow(max(duration, 0))
    if overflow { return nil }
    last = start..<end
    return start..<end
  }
}
