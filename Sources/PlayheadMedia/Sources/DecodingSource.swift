/// A media source whose packets can be decoded while they are read.
public protocol DecodingSource: MediaSource {
  /// Makes a decoder for a track. From then on the source keeps the payloads of the track's packets
  /// for `takePayload`.
  ///
  /// The decoder may be used on another thread than the source, and may outlive it.
  ///
  /// - Parameter index: The index of the track.
  /// - Returns: The decoder; nil if there is none for the track's codec.
  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)?

  /// Makes an examiner of the payloads of a track. From then on the source keeps them for `takePayload`.
  ///
  /// The default implementation returns nil.
  ///
  /// - Parameter index: The index of the track.
  /// - Returns: The examiner; nil if there is none for the track's codec.
  func makeExaminer(ofTrack index: Int) -> (any PayloadExaminer)?

  /// Returns the payload of the packet that was read last. It can be taken once, before the next
  /// packet is read, which frees it.
  ///
  /// - Returns: The payload; nil if it is not kept or was taken already.
  func takePayload() -> (any EncodedPacket)?
}

extension DecodingSource {
  public func makeExaminer(ofTrack index: Int) -> (any PayloadExaminer)? { nil }
}

/// A packet with its payload, for a decoder from the same source.
///
/// Only one owner at a time uses it.
public protocol EncodedPacket: AnyObject, Sendable {
  /// Returns a packet with the same payload and the times of `timing`, before it is sent to a
  /// decoder. The original packet must not be used afterwards.
  ///
  /// - Parameter timing: The timing of the new packet.
  /// - Returns: The new packet, which takes over the payload.
  func retimed(as timing: PacketTiming) -> any EncodedPacket

  /// Returns a second packet with the same payload, times and flags, for a second decoder. Must be
  /// called by the owner, before this packet is sent to a decoder.
  ///
  /// - Returns: A packet with its own owner; nil if there is no memory.
  func shared() -> (any EncodedPacket)?
}

/// An encoded packet whose payload can be read.
package protocol ReadablePacket: EncodedPacket {
  /// Returns the first bytes of the payload, at most so many.
  func start(_ count: Int) -> [UInt8]
}

/// Decodes the packets of one track into frames.
///
/// Not Sendable: one worker uses it at a time.
public protocol MediaDecoder: AnyObject {
  /// The number of packets that could not be decoded until now. A partly damaged packet may still
  /// give a frame, which is marked corrupt.
  var damagedPacketCount: Int { get }

  /// Whether the decoder may skip frames that no other frame refers to, to save time.
  var leavesOutUnreferenced: Bool { get set }

  /// Sends a packet to the decoder. All available frames must be received first.
  ///
  /// - Parameter packet: A packet from the source that made the decoder.
  func send(_ packet: any EncodedPacket)

  /// Marks the end of the packets, until `reset` is called.
  func finish()

  /// Returns the next frame in presentation order; nil if another packet is needed, or if all
  /// frames have been returned after `finish`.
  func receive() -> DecodedFrame?

  /// Discards all packets sent before, as after a seek. The next packet must be a keyframe.
  func reset()

  /// Makes a converter for the decoded sound.
  ///
  /// - Parameter format: The format to convert to.
  /// - Returns: The converter, for the worker that uses the decoder.
  /// - Throws: A `MediaError` if sound cannot be converted, or not to this format.
  func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter
}
