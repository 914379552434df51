/// A decoded frame of one track: when it is due, how its data is to be read, and the data.
public struct DecodedFrame: Sendable {
  public var timing: FrameTiming
  public var format: FrameFormat
  /// Whether a part of it is damaged, or made up for what was.
  public var isCorrupt: Bool
  /// What its data takes of memory.
  public var byteCount: Int
  /// Freed when the last frame that holds it is let go of.
  public var content: any FrameContent

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
