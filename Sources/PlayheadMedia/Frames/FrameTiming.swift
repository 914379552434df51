/// The timing and the kind of a decoded frame, without its picture or sound.
public struct FrameTiming: Hashable, Sendable {
  /// The index of the track.
  public var track: Int
  /// The presentation time in ticks of the track; nil if unknown.
  public var presentationTicks: Int64?
  /// The decode time of the packet that the frame came from, in ticks of the track.
  public var decodeTicks: Int64?
  /// The duration of presentation in ticks of the track; nil if unknown.
  public var durationTicks: Int64?
  /// Whether decoding can begin with this frame.
  public var isKeyframe: Bool
  /// The picture type of video: `I`, `P`, `B` or another type of the codec; nil for audio, or if
  /// unknown.
  public var pictureType: Character?
  /// The number of samples per channel; nil for video.
  public var sampleCount: Int?

  /// Creates the timing of a frame.
  ///
  /// - Parameters:
  ///   - track: The index of the track.
  ///   - presentationTicks: The presentation time in ticks of the track; nil if unknown.
  ///   - isKeyframe: Whether decoding can begin with this frame.
  public init(track: Int, presentationTicks: Int64?, isKeyframe: Bool) {
    self.track = track
    self.presentationTicks = presentationTicks
    self.isKeyframe = isKeyframe
  }
}

/// Open media from which decoded frames are read, in the order in which the decoders return them.
///
/// Not Sendable: one worker owns it. The media is closed when the source is released.
public protocol FrameSource: AnyObject {
  /// The description of the media.
  var info: MediaInfo { get }

  /// Reads the next frame of any decoded track. May block.
  ///
  /// A packet that cannot be decoded gives no frame and no error.
  ///
  /// - Returns: The frame; nil at the end of the media.
  /// - Throws: A `MediaError` if reading fails or is interrupted.
  func read() throws(MediaError) -> FrameTiming?
}
