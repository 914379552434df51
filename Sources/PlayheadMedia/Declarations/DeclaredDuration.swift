import PlayheadTimekeeping

/// A length that one header of a container declares.
public struct DeclaredDuration: Hashable, Sendable, Codable {
  /// The header that declares the length, with the name that the format's specification uses.
  @nonexhaustive
  public enum Header: String, Hashable, Sendable, CaseIterable, Codable {
    /// The movie header of MP4 and QuickTime: the longest track.
    case movieHeader = "mvhd"
    /// The movie extends header of fragmented MP4: all fragments.
    case movieExtendsHeader = "mehd"
    /// A track header of MP4 and QuickTime: the presented part of the track.
    case trackHeader = "tkhd"
    /// A media header of MP4 and QuickTime: all samples of the track, presented or not.
    case mediaHeader = "mdhd"
    /// The sample table of MP4 and QuickTime, which the media header must agree with.
    case sampleTable = "stts"
    /// The segment information of Matroska and WebM.
    case segmentDuration = "Duration"
    /// A stream header of AVI.
    case streamHeader = "strh"
    /// The length in bytes of the audio in a WAV file.
    case dataChunk = "data"
    /// The number of samples in a WAV file.
    case factChunk = "fact"
    /// The number of samples in a FLAC file.
    case streamInfo = "STREAMINFO"
    /// The number of frames in the Xing or Info header of an MP3 file.
    case xing = "Xing"
    /// The number of frames in the VBRI header of an MP3 file.
    case vbri = "VBRI"
    /// FFmpeg's duration from all headers, for any other container.
    case container
  }

  /// The header that declares the length.
  public var header: Header
  /// The index of the track that the header describes; nil for the media as a whole.
  public var track: Int?
  /// The declared length.
  public var duration: MediaTime

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - header: The header that declares the length.
  ///   - track: The index of the track; nil for the media as a whole.
  ///   - duration: The declared length.
  public init(_ header: Header, track: Int? = nil, _ duration: MediaTime) {
    self.header = header
    self.track = track
    self.duration = duration
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(header, forKey: .header)
    try container.encode(track, forKey: .track)
    try container.encode(duration, forKey: .duration)
  }
}
