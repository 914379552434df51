/// What the bytes of a medium tell of how whole it is, beside its packets.
public struct Framing: Hashable, Sendable {
  /// How the bytes end.
  public enum Ending: Hashable, Sendable {
    /// Where a unit of the container does, or it is not known where one would.
    case whole
    /// In the middle of one, or before the length that the container declares.
    case cut
    /// Whole, but before the mark that such a container has at its end.
    case unmarked
  }

  public var ending = Ending.whole
  /// How many bytes are missing, where the container declares how many there are.
  public var missingByteCount: Int64?
  /// Of MP3: whether a header tells how many frames there are; nil where that is not known.
  public var declaresDuration: Bool?
  /// Of MPEG-TS.
  public var transport: TransportFraming?

  public init() {}
}
