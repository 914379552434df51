import PlayheadMedia
import PlayheadTimekeeping

/// How decoding catches up with the playhead.
extension FrameTrack {
  /// How far the playhead may move while decoding catches up without skipping keyframes, in
  /// nanoseconds of media. As much may always be skipped.
  private static let patience: Int64 = 500_000_000
  /// How far the playhead may move until the first frame after a start or a seek is decoded.
  private static let longestOpening: Int64 = 2_000_000_000

  /// Skips packets whose frames would be late. Returns them.
  ///
  /// A fast decoder continues at the present keyframe and catches up from there. A slow one continues
  /// at the next keyframe that it can decode in time.
  ///
  /// - Parameters:
  ///   - position: The position of the playhead in nanoseconds.
  ///   - origin: The position of the last start or seek in nanoseconds.
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
