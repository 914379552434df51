/// What the headers of a container declare about its timing, each header for itself.
///
/// Opening media merges the headers into one start and one length. Comparing the headers with the
/// packets needs them apart, as they may contradict each other.
public struct HeaderDeclarations: Hashable, Sendable {
  /// The lengths, those of the media as a whole first.
  public var durations: [DeclaredDuration] = []
  /// How the edit lists of MP4 and QuickTime place the tracks, one for each track that has a list.
  public var edits: [TrackEdit] = []
  /// The programs of a broadcast stream; empty if the container has none.
  public var programs: [Program] = []
  /// Whether the container should have an index of its packets, and has none.
  public var isIndexMissing = false

  public init() {}
}
