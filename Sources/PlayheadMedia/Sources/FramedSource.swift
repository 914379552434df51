/// A media source for reports, which checks the structure of the bytes it reads.
public protocol FramedSource: MediaSource {
  /// The result for the bytes read until now; nil if the source checks nothing.
  var framing: Framing? { get }
  /// How the source finds its packets.
  var method: ReadingMethod { get }

  /// Reads the lists of a playlist, and measures each of its segments by itself. May block.
  ///
  /// The default implementation returns nil.
  ///
  /// - Returns: The lists; nil if the media is no playlist of segments, or after an interruption.
  func readSegmentLists() -> [SegmentList]?
}

extension FramedSource {
  public func readSegmentLists() -> [SegmentList]? { nil }
}
