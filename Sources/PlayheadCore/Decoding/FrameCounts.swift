/// Counts of the frames that a player has decoded since it was created.
public struct FrameCounts: Hashable, Sendable {
  /// Decoded frames, including those before the target of a seek.
  public var decoded = 0
  /// Published frames. A frame that several subscribers received counts once.
  public var published = 0
  /// Frames that were dropped because the decoder or the delivery queue was too slow to deliver them
  /// before their end. Frames without demand are not counted.
  public var late = 0
  /// Packets that were skipped so that a slow decoder catches up.
  public var skipped = 0
  /// Packets that could not be decoded, and damaged frames.
  public var corrupt = 0

  /// Creates counts of zero.
  public init() {}

  /// Returns whether more frames were lost or damaged than in `other`.
  func isWorse(than other: FrameCounts) -> Bool {
    late > other.late || skipped > other.skipped || corrupt > other.corrupt
  }
}
