/// When a decoded frame is due, and what kind it is: all of a frame but its picture or sound.
public struct FrameTiming: Hashable, Sendable {
  /// The index of its track.
  public var track: Int
  /// When it is to be presented, in ticks of its track.
  public var presentationTicks: Int64?
  /// The decode time of the packet it came out with, in ticks of its track.
  public var decodeTicks: Int64?
  /// How long it is presented, in ticks of its track; nil where that is not known.
  public var durationTicks: Int64?
  /// Whether decoding can begin with it.
  public var isKeyframe: Bool
  /// Of video: `I`, `P`, `B` and what else codecs have; nil of audio, and where it is not known.
  public var pictureType: Character?
  /// Of audio: how many samples of each channel it holds.
  public var sampleCount: Int?

  public init(track: Int, presentationTicks: Int64?, isKeyframe: Bool) {
    self.track = track
    self.presentationTicks = presentationTicks
    self.isKeyframe = isKeyframe
  }
}

/// An open medium that decoded frames are read from, in the order in which the decoders give them.
///
/// Not Sendable: one worker owns it, and it is closed when that lets go of it.
public protocol FrameSource: AnyObject {
  var info: MediaInfo { get }

  /// The next frame, of any track that is decoded; nil at the end of the media. May block.
  ///
  /// A packet that cannot be decoded gives no frame, and is no error.
  func read() throws(MediaError) -> FrameTiming?
}
