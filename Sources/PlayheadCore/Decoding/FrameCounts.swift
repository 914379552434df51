/// What became of the frames that a player decoded, since it was made.
public struct FrameCounts: Hashable, Sendable {
  /// Frames that came out of the decoders, also those before a seek's target.
  public var decoded = 0
  /// Frames that a subscriber was given; one that several were given counts once.
  public var published = 0
  /// Frames that could not be given before their end, and were dropped: the decoder was too slow,
  /// or the queue they were to be delivered on. Not those that nobody asked for.
  public var late = 0
  /// Packets that were not decoded, to catch up.
  public var skipped = 0
  /// Packets that could not be decoded, and frames that came out damaged.
  public var corrupt = 0

  public init() {}

  /// Whether more went wrong than in another.
  func isWorse(than other: FrameCounts) -> Bool {
    late > other.late || skipped > other.skipped || corrupt > other.corrupt
  }
}
