/// The structure of a file below the level of packets, which shows whether the file is complete.
public struct Framing: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case ending
    case missingByteCount = "missing_bytes"
    case trailingByteCount = "trailing_bytes"
    case declaresDuration = "declares_duration"
    case startsMidStream = "begins_within"
    case transport
  }

  /// How the file ends.
  @nonexhaustive
  public enum Ending: String, Hashable, Sendable, Codable {
    /// At the end of a unit of the container, or the units are unknown.
    case whole
    /// In the middle of a unit, or before the length that the container declares.
    case cut
    /// At the end of a unit, but without the end mark that the container requires.
    case unmarked
  }

  /// How the file ends.
  public var ending = Ending.whole
  /// The number of missing bytes, if the container declares its length.
  public var missingByteCount: Int64?
  /// The number of bytes behind the end of the media that are no tags; nil if that is not known.
  public var trailingByteCount: Int64?
  /// Whether a header of MP3 declares the number of frames, which ADTS has not; nil if that is unknown.
  public var declaresDuration: Bool?
  /// Whether a track of an MPEG stream begins with the rest of a frame, so that the file is a part of a longer stream; nil
  /// if that is unknown.
  public var startsMidStream: Bool?
  /// Errors in the packets of an MPEG-TS file.
  public var transport: TransportFraming?

  /// Creates the structure of a complete file.
  public init() {}
}
