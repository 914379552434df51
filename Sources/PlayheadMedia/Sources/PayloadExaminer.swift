/// Decodes the packets of one track to find damage in their payloads.
///
/// Not Sendable: one worker uses it at a time.
public protocol PayloadExaminer: AnyObject {
  /// The number of frames that were decoded until now.
  var frameCount: Int { get }

  /// Decodes a packet.
  ///
  /// - Parameter packet: The next packet of the track, from the source that made the examiner.
  /// - Returns: The defects that were found, also in earlier packets.
  func examine(_ packet: any EncodedPacket) -> [PayloadDefect]

  /// Decodes the remaining frames after the last packet.
  ///
  /// - Returns: The defects that were found.
  func finish() -> [PayloadDefect]
}

/// A defect in the payload of a packet, as the decoder reports it.
public struct PayloadDefect: Hashable, Sendable {
  /// The kind of defect.
  @nonexhaustive
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The decoder rejects the packet.
    case undecodable
    /// A frame refers to a frame that is missing.
    case missingReference
    /// The decoder conceals errors in a frame.
    case concealed
    /// A frame is decoded from data that is known to be damaged: it is marked corrupt, or has bytes that the
    /// codec forbids.
    case corrupt
  }

  /// The kind of defect.
  public var kind: Kind
  /// The presentation time of the packet or frame, or else its decode time or that of an earlier one, in ticks of
  /// the track.
  public var ticks: Int64

  /// Creates a defect.
  ///
  /// - Parameters:
  ///   - kind: The kind of defect.
  ///   - ticks: The time of the packet or frame in ticks of the track.
  public init(_ kind: Kind, at ticks: Int64) {
    (self.kind, self.ticks) = (kind, ticks)
  }
}
