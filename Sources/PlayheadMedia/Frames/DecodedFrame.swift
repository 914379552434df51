/// A decoded frame of one track: its timing, the format of its data, and the data.
public struct DecodedFrame: Sendable {
  /// The track and the times of the frame.
  public var timing: FrameTiming
  /// The format of the data.
  public var format: FrameFormat
  /// Whether a part of the frame is corrupt or was concealed by the decoder.
  public var isCorrupt: Bool
  /// The memory in bytes that the data occupies.
  public var byteCount: Int
  /// The data. It is freed when the last frame that refers to it is released.
  public var content: any FrameContent

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - timing: The track and the times of the frame.
  ///   - format: The format of the data.
  ///   - isCorrupt: Whether a part of the frame is corrupt or concealed.
  ///   - byteCount: The memory in bytes that the data occupies.
  ///   - content: The data.
  public init(
    timing: FrameTiming, format: FrameFormat, isCorrupt: Bool = false, byteCount: Int,
    content: any FrameContent
  ) {
    self.timing = timing
    self.format = format
    self.isCorrupt = isCorrupt
    self.byteCount = byteCount
    self.content = content
  }
}

/// The format of the data of a decoded frame.
///
/// Pixel and sample formats have FFmpeg's names, as in `yuv420p` and `fltp`; `none` if a format has
/// no name.
@nonexhaustive
public enum FrameFormat: Hashable, Sendable {
  /// A picture. Width and height are in pixels.
  case video(width: Int, height: Int, pixelFormat: String)
  /// Sound. The sample rate is in samples per second.
  case audio(sampleRate: Int, channelCount: Int, sampleFormat: String)

  /// The kind of track that has frames of this format.
  public var kind: MediaTrack.Kind {
    switch self {
    case .video: .video
    case .audio: .audio
    }
  }
}

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
