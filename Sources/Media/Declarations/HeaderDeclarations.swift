/// The timing that the headers of a container declare, each header separately.
///
/// When media is opened, its headers are merged into one start and one length. A comparison of the
/// headers with the packets needs them separately, because headers may contradict each other.
public struct HeaderDeclarations: Hashable, Sendable {
  /// The lengths, those of the media as a whole first.
  public var durations: [DeclaredDuration] = []
  /// The edit lists of MP4 and QuickTime: one entry for each track that has a list.
  public var edits: [TrackEdit] = []
  /// The programs of a broadcast stream; empty if the container has none.
  public var programs: [Program] = []
  /// Whether the container has no packet index although its format should have one.
  public var isIndexMissing = false

  /// Creates a value that declares nothing.
  public init() {}
}
