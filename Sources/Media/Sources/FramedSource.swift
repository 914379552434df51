/// A media source that checks the structure of the bytes it reads.
public protocol FramedSource: MediaSource {
  /// The result for the bytes read until now; nil if the source checks nothing.
  var framing: Framing? { get }
}
