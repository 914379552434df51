/// A media source for reports, which checks the structure of the bytes it reads.
public protocol FramedSource: MediaSource {
  /// The result for the bytes read until now; nil if the source checks nothing.
  var framing: Framing? { get }
  /// How the source finds its packets.
  var method: ReadingMethod { get }
}
