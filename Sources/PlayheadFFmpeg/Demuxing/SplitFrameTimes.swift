import PlayheadMedia

/// The times of sound in MPEG program streams, where a frame may begin in the last bytes of a PES packet.
///
/// If its header is not complete there, libavformat gives it the time of the next PES packet, which is that
/// of the next frame.
struct SplitFrameTimes {
  /// The tolerance of a time that a multiplexer has rounded, in ticks of 90 kHz.
  private static let tolerance: Int64 = 2

  /// The end of the last packet.
  private var end: Int64?

  /// Returns nil for other tracks and containers.
  init?(_ track: MediaTrack, container: String) {
    guard track.kind == .audio, container == "mpeg" else { return nil }
  }

  /// Whether a packet may have the time of the next one: it begins one frame late.
  func mayBeNext(_ timing: PacketTiming) -> Bool {
    guard let end, let ticks = timing.presentationTicks, let length = timing.durationTicks
    else { return false }
    let late = ticks.subtractingReportingOverflow(end)
    return !late.overflow && length > 0
      && (length - Self.tolerance...length + Self.tolerance).contains(late.partialValue)
  }

  /// Records a packet, with its time corrected if the next one is of the same PES packet and has the same time.
  mutating func correct(_ timing: inout PacketTiming, before next: PacketTiming?) {
    if let next, let end, next.byteOffset == timing.byteOffset,
      next.presentationTicks == timing.presentationTicks
    {
      timing.presentationTicks = end
      timing.decodeTicks = end
    }
    guard let ticks = timing.presentationTicks, let length = timing.durationTicks else {
      return end = nil
    }
    let sum = ticks.addingReportingOverflow(length)
    end = sum.overflow ? nil : sum.partialValue
  }
}
