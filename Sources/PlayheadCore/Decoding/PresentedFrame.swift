import PlayheadMedia
import PlayheadTimekeeping

/// A decoded frame with its position on the player's timeline.
///
/// Its data is freed with the last copy. Each stored frame keeps its memory, which is 3 MB for a
/// picture of 1920 × 1080; the player itself stores few.
@dynamicMemberLookup
public struct PresentedFrame: Sendable {
  /// The media time at which its presentation starts; zero is the presented start of the media.
  public var position: MediaTime
  /// The duration of its presentation. If the container declares none, it is derived from the frame
  /// rate or from the last interval; zero if it is unknown.
  public var duration: MediaTime
  /// The decoded frame: timestamp in ticks, picture type, format and data.
  public var decoded: DecodedFrame

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - position: The media time at which its presentation starts.
  ///   - duration: The duration of its presentation.
  ///   - decoded: The decoded frame.
  public init(position: MediaTime, duration: MediaTime, decoded: DecodedFrame) {
    self.position = position
    self.duration = duration
    self.decoded = decoded
  }

  /// The media time at which its presentation ends.
  public var end: MediaTime { position.adding(duration) ?? position }
  /// Whether it is audio or video.
  public var kind: MediaTrack.Kind { decoded.format.kind }

  /// Accesses a property of the decoded frame.
  ///
  /// - Parameter path: The key path of the property.
  public subscript<Value>(dynamicMember path: KeyPath<DecodedFrame, Value>) -> Value {
    decoded[keyPath: path]
  }

  /// Calls `body` with the bytes of a plane, without copying them. Safe from any thread.
  ///
  /// - Parameters:
  ///   - plane: The index of the plane.
  ///   - body: Called once with the bytes and the number of bytes from one row to the next. The bytes
  ///     are valid only during the call.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int = 0,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try decoded.content.withUnsafeBytes(ofPlane: plane, body)
  }
}
