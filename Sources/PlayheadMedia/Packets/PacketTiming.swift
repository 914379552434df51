/// The timing and the size of a packet, without its payload.
public struct PacketTiming: Hashable, Sendable {
  /// The index of the track.
  public var track: Int
  /// The presentation time in ticks of the track; nil if the container has none.
  public var presentationTicks: Int64?
  /// The decode time in ticks of the track; nil if the container has none.
  public var decodeTicks: Int64?
  /// The duration of presentation in ticks of the track; nil if the container has none.
  public var durationTicks: Int64?
  /// The length of the payload in bytes.
  public var byteCount: Int
  /// The offset of the packet in the file, in bytes; nil if unknown.
  public var byteOffset: Int64?
  /// Whether decoding can begin with this packet.
  public var isKeyframe: Bool
  /// Whether the packet is decoded but not presented, because an edit of the container excludes it.
  public var isDiscarded = false
  /// Whether another edit of the container begins with the packet, so that its times do not continue those of
  /// the packet before it.
  public var beginsEdit = false
  /// Whether bytes before the packet are missing, so that it may be any time after the packet before it.
  package var followsMissingBytes = false
  /// Whether the packet has another codec than its track declares, whose number of samples is not that of the track.
  package var hasOtherCodec = false
  /// Whether packets without bytes, which are not returned, repeat the picture before the packet.
  package var followsRepeats = false
  /// Whether the payload is known to be damaged or cut short.
  public var isCorrupt = false
  /// For audio: the number of samples from the packet's start that are decoded but not presented
  /// (the encoder's priming). It may exceed the packet's own number of samples.
  public var skippedSamples: UInt32 = 0
  /// For audio: the number of samples at the packet's end that are decoded but not presented (the
  /// encoder's padding). Some containers have shortened the duration by them, others have not.
  public var paddingSamples: UInt32 = 0

  /// Creates the timing of a packet.
  ///
  /// - Parameters:
  ///   - track: The index of the track.
  ///   - presentationTicks: The presentation time in ticks of the track; nil if the container has
  ///     none.
  ///   - decodeTicks: The decode time in ticks of the track; nil if the container has none.
  ///   - durationTicks: The duration of presentation in ticks of the track; nil if the container
  ///     has none.
  ///   - byteCount: The length of the payload in bytes.
  ///   - isKeyframe: Whether decoding can begin with this packet.
  public init(
    track: Int, presentationTicks: Int64?, decodeTicks: Int64? = nil, durationTicks: Int64? = nil,
    byteCount: Int = 0, isKeyframe: Bool = true
  ) {
    self.track = track
    self.presentationTicks = presentationTicks
    self.decodeTicks = decodeTicks
    self.durationTicks = durationTicks
    self.byteCount = byteCount
    self.isKeyframe = isKeyframe
  }
}
