import PlayheadTimekeeping

/// One track of the media, as the container declares it.
public struct MediaTrack: Hashable, Sendable {
  /// The kind of content.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Sound.
    case audio
    /// Moving pictures, or an attached picture.
    case video
    /// Subtitles.
    case subtitle
    /// Timed data, such as metadata.
    case data
    /// An attached file, such as a font.
    case attachment
    /// Any other content.
    case unknown
  }

  /// The track's index in the container, from 0.
  public var index: Int
  /// The kind of content.
  public var kind: Kind
  /// The codec's short name, as in `h264`; nil if the codec is unknown.
  public var codec: String?
  /// The name of the codec's profile, as in `High`; nil if unknown. This, `level`, `picture`, `channelLayout` and
  /// `sampleFormat` are unknown unless the media is opened for decoding, as `PreparedMedia` does.
  public var profile: String?
  /// The codec's level, as FFmpeg counts it: 41 for level 4.1 of H.264, 123 for level 4.1 of H.265; nil if
  /// unknown.
  public var level: Int?
  /// The timebase of the timestamps of the track and its packets.
  public var timebase: Timebase
  /// The start in ticks that the container declares, or that was found while opening.
  public var startTicks: Int64?
  /// The length in ticks that the container declares.
  public var durationTicks: Int64?
  /// The language as stored in the container, usually an ISO 639-2 code such as `eng`.
  public var language: String?
  /// Whether the container marks this track as the default choice.
  public var isDefault = false
  /// Whether this video track is an attached picture, such as a cover.
  public var isAttachedPicture = false
  /// For video: the frames per second; nil if unknown or variable. For timecode: the labels per second.
  public var frameRate: FrameRate?
  /// For timecode, and video whose frames all have the same duration according to the container: the frames per
  /// second.
  public var constantFrameRate: FrameRate?
  /// For video: whether the presentation order of frames may differ from their decoding order.
  public var mayReorder = false
  /// For video: the time in ticks from decoding to presentation of the first keyframe; nil if its
  /// packet lacks one of the times.
  public var reorderDelayTicks: Int64?
  /// For video: the width in pixels.
  public var width: Int?
  /// For video: the height in pixels.
  public var height: Int?
  /// For video: the format of its pictures.
  public var picture = PictureFormat()
  /// For audio: the samples per second.
  public var sampleRate: Int?
  /// For audio: the number of channels.
  public var channelCount: Int?
  /// For audio: the channels, as FFmpeg names them, such as `5.1(side)`; nil if unknown.
  public var channelLayout: String?
  /// For audio: the format of the samples, as FFmpeg names it, such as `fltp`; nil if unknown.
  public var sampleFormat: String?
  /// For audio whose packets all have the same number of samples: that number.
  public var samplesPerPacket: Int?
  /// For uncompressed audio: the size in bytes of one sample of all channels.
  public var bytesPerSample: Int?
  /// For audio: the number of samples at the start that are decoded but not presented, if the
  /// container declares it for the track and not in its packets.
  public var primingSampleCount: Int?
  /// Whether `durationTicks` counts the actual contents of the file, so that a shorter file is
  /// truncated.
  public var isDurationCounted = false
  /// Whether the container's index lists all packets of the track and the file contains them, so
  /// that the declared duration needs no reading to be trusted.
  public var isIndexed = false
  /// The number of packets in the container's index; nil if it has none.
  public var declaredPacketCount: Int?
  /// The tags of the track.
  public var tags: [MediaTag] = []

  /// Creates a track with the given values; all others have their defaults.
  ///
  /// - Parameters:
  ///   - index: The track's index in the container, from 0.
  ///   - kind: The kind of content.
  ///   - timebase: The timebase of the timestamps of the track and its packets.
  public init(index: Int, kind: Kind, timebase: Timebase) {
    self.index = index
    self.kind = kind
    self.timebase = timebase
  }

  /// Returns a number of ticks of this track as a time of the container.
  ///
  /// - Parameter ticks: A number of ticks of `timebase`.
  /// - Returns: The time in the timebase of the track.
  public func time(ofTicks ticks: Int64) -> MediaTime {
    MediaTime(ticks: ticks, timebase: timebase)
  }
}

/// Frames per second as an exact fraction in lowest terms: the NTSC rate is 30000/1001.
public struct FrameRate: Hashable, Sendable {
  /// The numerator in lowest terms. Positive.
  public let numerator: Int32
  /// The denominator in lowest terms. Positive.
  public let denominator: Int32

  /// Creates a rate of `numerator / denominator`, or nil if one of them is not positive.
  ///
  /// - Parameters:
  ///   - numerator: The number of frames.
  ///   - denominator: The number of seconds for that many frames.
  public init?(_ numerator: Int32, _ denominator: Int32) {
    guard let frame = Timebase(reducing: Int64(denominator), Int64(numerator)) else { return nil }
    self.numerator = frame.denominator
    self.denominator = frame.numerator
  }

  /// The duration of one frame.
  public var frameDuration: MediaTime {
    MediaTime(ticks: 1, timebase: Timebase(denominator, numerator))
  }
}

/// A tag of a container or a track, with a name such as `title` or `artist`.
public struct MediaTag: Hashable, Sendable, Codable {
  /// The name.
  public var key: String
  /// The text.
  public var value: String

  /// Creates a tag.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - value: The text.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
