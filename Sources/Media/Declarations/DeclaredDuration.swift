import Timekeeping

/// A length that one header of a container declares.
public struct DeclaredDuration: Hashable, Sendable {
  /// The header, named as the format's specification names it.
  public enum Header: String, Hashable, Sendable, CaseIterable {
    /// The movie header of MP4 and QuickTime: the longest track.
    case movieHeader = "mvhd"
    /// The movie extends header of fragmented MP4: all fragments.
    case movieExtendsHeader = "mehd"
    /// A track header of MP4 and QuickTime: what the track presents.
    case trackHeader = "tkhd"
    /// A media header of MP4 and QuickTime: all samples of the track, presented or not.
    case mediaHeader = "mdhd"
    /// The sample table of MP4 and QuickTime, which the media header must agree with.
    case sampleTable = "stts"
    /// The segment information of Matroska and WebM.
    case segmentDuration = "Duration"
    /// A stream header of AVI.
    case streamHeader = "strh"
    /// The length in bytes of the sound of a WAV file.
    case dataChunk = "data"
    /// The number of samples of a WAV file.
    case factChunk = "fact"
    /// The number of samples of a FLAC file.
    case streamInfo = "STREAMINFO"
    /// The number of frames in the Xing or Info header of an MP3 file.
    case xing = "Xing"
    /// The number of frames in the VBRI header of an MP3 file.
    case vbri = "VBRI"
    /// What FFmpeg makes of the headers of any other container.
    case container
  }

  public var header: Header
  /// The index of the track it is of; nil for the media as a whole.
  public var track: Int?
  public var duration: MediaTime

  public init(_ header: Header, track: Int? = nil, _ duration: MediaTime) {
    self.header = header
    self.track = track
    self.duration = duration
  }
}
