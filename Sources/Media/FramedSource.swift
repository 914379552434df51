/// A media source that tells how whole the bytes are that it reads.
public protocol FramedSource: MediaSource {
  /// What was seen so far; at the end of the media, all. Nil where nothing was looked at.
  var framing: Framing? { get }
}
