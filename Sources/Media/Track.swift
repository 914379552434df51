import Timekeeping

/// One track of a medium: what the container tells of it.
public struct Track: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case audio
    case video
    case subtitle
    case data
    case attachment
    case unknown
  }

  /// The track's place in the container, from 0.
  public var index: Int
  public var kind: Kind
  /// The codec's short name, as in `h264`; nil where the codec is not known.
  public var codec: String?
  /// In which the timestamps of its packets count.
  public var timebase: Timebase
  /// The start the container declares, or that was seen while opening, in ticks.
  public var startTicks: Int64?
  /// The length the container declares, in ticks.
  public var durationTicks: Int64?
  /// As the container writes it, most often by ISO 639-2: `eng`.
  public var language: String?
  /// Whether the container asks for this track where the viewer chose none.
  public var isDefault = false
  /// Whether this is a picture (a cover) in the guise of a video track.
  public var isAttachedPicture = false
  /// Of video: frames a second; nil where unknown or variable.
  public var frameRate: FrameRate?
  /// Of video whose frames all are shown equally long, as far as the container tells: frames a
  /// second.
  public var constantFrameRate: FrameRate?
  /// Of video: whether frames may be presented in another order than that in which they are decoded.
  public var mayReorder = false
  /// Of video: how long after its decode time the first keyframe is presented, in ticks; nil where
  /// its packet lacks one of the times.
  public var reorderDelayTicks: Int64?
  /// Of video: in pixels.
  public var width: Int?
  /// Of video: in pixels.
  public var height: Int?
  /// Of audio: samples a second.
  public var sampleRate: Int?
  /// Of audio.
  public var channels: Int?
  /// Of audio whose packets all hold the same number of samples: that number.
  public var samplesPerPacket: Int?
  /// Of audio that is not compressed: how many bytes one sample of all channels takes.
  public var bytesPerSample: Int?
  /// Of audio: how many samples at its beginning are decoded but not presented, where the container
  /// tells that of the track and not of its packets.
  public var primingSampleCount: Int?
  /// Whether `durationTicks` is a count of what the file contains, so that a file that ends before
  /// is cut short.
  public var isDurationCounted = false
  /// How many packets the container's index lists; nil if it lists none.
  public var declaredPacketCount: Int?
  public var tags: [Tag] = []

  public init(index: Int, kind: Kind, timebase: Timebase) {
    self.index = index
    self.kind = kind
    self.timebase = timebase
  }

  /// Ticks of this track as a time of the container.
  public func time(ofTicks ticks: Int64) -> MediaTime {
    MediaTime(ticks: ticks, timebase: timebase)
  }
}

/// Frames a second, an exact fraction in lowest terms: NTSC's is 30000/1001.
public struct FrameRate: Hashable, Sendable {
  /// Positive.
  public let numerator: Int32
  /// Positive.
  public let denominator: Int32

  /// Nil where the fraction is not positive.
  public init?(_ numerator: Int32, _ denominator: Int32) {
    guard let frame = Timebase(reducing: Int64(denominator), Int64(numerator)) else { return nil }
    self.numerator = frame.denominator
    self.denominator = frame.numerator
  }

  /// How long one frame is shown.
  public var frameDuration: MediaTime {
    MediaTime(ticks: 1, timebase: Timebase(denominator, numerator))
  }
}

/// One entry of what a container tells about itself or a track: `title`, `artist`, ….
public struct Tag: Hashable, Sendable {
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
