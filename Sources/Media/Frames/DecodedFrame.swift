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
