/// When a packet is due, and what it weighs: all of a packet but its payload.
public struct PacketTiming: Hashable, Sendable {
  /// The index of its track.
  public var track: Int
  /// When it is to be presented, in ticks of its track.
  public var presentationTicks: Int64?
  /// When it is to be decoded, in ticks of its track.
  public var decodeTicks: Int64?
  /// How long it is presented, in ticks of its track; nil where the container does not tell.
  public var durationTicks: Int64?
  /// The payload's length in bytes.
  public var byteCount: Int
  /// Where it begins in the file, where that is known.
  public var byteOffset: Int64?
  /// Whether decoding can begin with it.
  public var isKeyframe: Bool
  /// Whether it is decoded but not presented: it lies outside of what the container shows.
  public var isDiscarded: Bool
  /// Whether its payload is known to be damaged or cut short.
  public var isCorrupt = false
  /// Of audio: how many samples from its beginning on are decoded but not presented, as the
  /// container tells (an encoder's priming); they may be more than this packet's own.
  public var skippedSamples: UInt32 = 0

  public init(
    track: Int, presentationTicks: Int64?, decodeTicks: Int64? = nil, durationTicks: Int64? = nil,
    byteCount: Int = 0, byteOffset: Int64? = nil, isKeyframe: Bool = true, isDiscarded: Bool = false
  ) {
    self.track = track
    self.presentationTicks = presentationTicks
    self.decodeTicks = decodeTicks
    self.durationTicks = durationTicks
    self.byteCount = byteCount
    self.byteOffset = byteOffset
    self.isKeyframe = isKeyframe
    self.isDiscarded = isDiscarded
  }
}
