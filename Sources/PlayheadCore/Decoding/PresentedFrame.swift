import Media
import Timekeeping

/// A decoded frame with its place on the player's timeline.
///
/// Its data is freed when the last copy is let go of. A player holds few frames besides: keeping
/// many keeps their memory, 3 MB for each picture of 1920 × 1080.
@dynamicMemberLookup
public struct PresentedFrame: Sendable {
  /// When it is due, from zero at the start of what is presented.
  public var position: MediaTime
  /// How long it is presented: where the container does not tell, the frame rate's, else the last
  /// interval; zero where nothing is known.
  public var duration: MediaTime
  /// The frame as it was decoded: timestamp in ticks, picture type, format, data.
  public var decoded: DecodedFrame

  public init(position: MediaTime, duration: MediaTime, decoded: DecodedFrame) {
    self.position = position
    self.duration = duration
    self.decoded = decoded
  }

  /// When its presentation ends.
  public var end: MediaTime { position.adding(duration) ?? position }
  public var kind: Track.Kind { decoded.format.kind }

  public subscript<Value>(dynamicMember path: KeyPath<DecodedFrame, Value>) -> Value {
    decoded[keyPath: path]
  }

  /// Calls `body` with the bytes of a plane, without copying them, as
  /// `FrameContent.withUnsafeBytes(ofPlane:_:)` does. From any thread.
  public func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int = 0,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try decoded.content.withUnsafeBytes(ofPlane: plane, body)
  }
}
