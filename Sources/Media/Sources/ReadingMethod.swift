/// How the packets of a report are found.
public enum ReadingMethod: String, Hashable, Sendable, CaseIterable {
  /// All bytes of the media are read.
  case whole
  /// The packets are listed in the container's index (the sample tables of MP4 and QuickTime), and
  /// their data is not read.
  case index
}
