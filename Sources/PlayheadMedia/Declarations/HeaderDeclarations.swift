import PlayheadTimekeeping

/// The timing that the headers of a container declare, each header separately.
///
/// When media is opened, its headers are merged into one start and one length. A comparison of the
/// headers with the packets needs them separately, because headers may contradict each other.
public struct HeaderDeclarations: Hashable, Sendable {
  /// The lengths, those of the media as a whole first.
  public var durations: [DeclaredDuration] = []
  /// The edit lists of MP4 and QuickTime: one entry for each track that has a list.
  public var edits: [TrackEdit] = []
  /// The programs of a broadcast stream; empty if the container has none.
  public var programs: [MediaProgram] = []
  /// Whether the container has no packet index although its format should have one.
  public var isIndexMissing = false

  /// Creates a value that declares nothing.
  public init() {}
}

/// One program of a broadcast stream: the tracks that belong together.
public struct MediaProgram: Hashable, Sendable, Codable {
  /// The program number in the stream.
  public var number: Int
  /// The indices of its tracks.
  public var tracks: [Int]
  /// The name of the service, if the stream declares one.
  public var name: String?

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - number: The program number in the stream.
  ///   - tracks: The indices of its tracks.
  ///   - name: The name of the service, if the stream declares one.
  public init(number: Int, tracks: [Int], name: String? = nil) {
    self.number = number
    self.tracks = tracks
    self.name = name
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(name, forKey: .name)
    try container.encode(tracks, forKey: .tracks)
  }
}

/// The effect of an edit list of MP4 or QuickTime on the presentation of its track.
public struct TrackEdit: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case track, delay
    case trimmedStart = "left_out"
  }

  /// The index of the track.
  public var track: Int
  /// How much later than the movie the track begins, because of empty edits.
  public var delay: MediaTime
  /// The length at the beginning of the track's media that is not presented. It includes the
  /// priming of audio, which files usually skip with an edit list.
  public var trimmedStart: MediaTime

  /// Creates an edit.
  ///
  /// - Parameters:
  ///   - track: The index of the track.
  ///   - delay: How much later than the movie the track begins, because of empty edits.
  ///   - trimmedStart: The length at the beginning of the track's media that is not presented.
  public init(track: Int, delay: MediaTime, trimmedStart: MediaTime) {
    self.track = track
    self.delay = delay
    self.trimmedStart = trimmedStart
  }
}
