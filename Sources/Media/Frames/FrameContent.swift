/// The picture or the sound of a decoded frame.
///
/// The data is immutable and may be read from several threads at once. It is valid as long as the
/// object is retained.
public protocol FrameContent: AnyObject, Sendable {
  /// The number of planes. A picture has one or more, depending on its pixel format. Audio has one
  /// for each channel, or a single plane with interleaved samples.
  var planeCount: Int { get }

  /// Calls a closure with the bytes of a plane, without copying them.
  ///
  /// The bytes must not be used after the call. `rowStride` is the number of bytes from one row of
  /// a picture to the next, at least the length of a row; it is negative if the rows are stored
  /// from bottom to top. For audio it is the length of the plane.
  ///
  /// - Parameters:
  ///   - plane: The number of the plane. The bytes are empty if there is no such plane.
  ///   - body: Reads the bytes.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
