import PlayheadMedia
import PlayheadTimekeeping

/// How decoding catches up with the playhead.
extension FrameTrack {
  /// The nanoseconds of media that may always be skipped, or pass before keyframes are skipped.
  private static let patience: Int64 = 500_000_000
  /// How far the playhead may move until the first frame after a start or a seek is decoded.
  private static let longestOpening: Int64 = 2_000_000_000

  /// Skips and returns packets whose frames would be late. Positions are nanoseconds.
  mutating func catchUp(with position: Int64, origin: Int64, rate: Rate) -> [any EncodedPacket] {
    guard !isDecodingNext, let head = packets.first?.presentation, head.upperBound <= position,
      !awaitsOpening || position - origin > Self.longestOpening
    else { return [] }
    decoder.isBehind = true
    let cost = Int64(
      clamping: Int128(decoder.decodingTime) * Int128(rate.numerator) / Int128(rate.denominator))
    let isFast = cost * 2 < head.upperBound - head.lowerBound
    if isFast,
      let next = packets.keyframe(where: { $0.lowerBound <= position }, isLast: true),
      next.distance > 0
    {
      return skip(next.distance)
    }
    if let next = packets.keyframe(where: { $0.upperBound > position + cost }, isLast: false),
      position - head.lowerBound > Self.patience
        || !isFast && next.start - position - cost < Self.patience
    {
      return skip(next.distance)
    }
    return []
  }
}
