/// The structure of a file below its packets: whether the file is complete.
public struct Framing: Hashable, Sendable {
  /// How the bytes end.
  public enum Ending: Hashable, Sendable {
    /// At the end of a unit of the container, or the units are not known.
    case whole
    /// In the middle of a unit, or before the length that the container declares.
    case cut
    /// At the end of a unit, but without the end mark that the container requires.
    case unmarked
  }

  public var ending = Ending.whole
  /// The number of missing bytes, if the container declares its length.
  public var missingByteCount: Int64?
  /// Whether an MP3 header declares the number of frames; nil if that is unknown.
  public var declaresDuration: Bool?
  /// Errors in the packets of an MPEG-TS file.
  public var transport: TransportFraming?

  public init() {}
}
