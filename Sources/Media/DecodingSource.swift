/// A media source whose packets can be decoded while they are read.
public protocol DecodingSource: MediaSource {
  /// A decoder of the track of this index, and has the payloads of its packets kept from now on
  /// for `takePayload`; nil where there is none for its codec.
  ///
  /// The decoder may be used beside the source, on another thread, and outlive it.
  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)?

  /// The payload of the packet that was read last, to be taken once; nil where it is not kept. It
  /// is freed with the next reading unless it was taken.
  func takePayload() -> (any EncodedPacket)?
}

/// A packet with its payload, for a decoder of the source that it comes from. Whoever holds it
/// owns it.
public protocol EncodedPacket: AnyObject, Sendable {
  /// The same payload with the times of `timing`, before it is sent to a decoder; what was there
  /// may be used no more.
  func retimed(as timing: PacketTiming) -> any EncodedPacket
}

/// Makes frames of one track's packets.
///
/// Not Sendable: one worker uses it at a time.
public protocol MediaDecoder: AnyObject {
  /// How many packets could not be decoded so far. A packet that is damaged in part may give a
  /// frame none the less, which is corrupt.
  var damagedPacketCount: Int { get }

  /// Whether frames that no other frame refers to may be left out, to save time.
  var leavesOutUnreferenced: Bool { get set }

  /// Takes a packet. All frames must have been received before.
  func send(_ packet: any EncodedPacket)

  /// Takes in that no packet will come any more, unless it is reset.
  func finish()

  /// The next frame, in the order of presentation; nil where another packet is needed, or there is
  /// none any more.
  func receive() -> DecodedFrame?

  /// Forgets all that was sent: what comes next is of another place, and begins with a keyframe.
  func reset()
}
