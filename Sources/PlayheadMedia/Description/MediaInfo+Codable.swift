import PlayheadTimekeeping

extension MediaInfo: Codable {
  private enum CodingKeys: String, CodingKey {
    case container, duration
    case isDurationEstimated = "duration_estimated"
    case start
    case isSeekable = "seekable"
    case tracks, chapters, tags
    // These are not in the command's JSON, which begins with the file.
    case name = "file"
    case declaredStart = "declared_start"
    case declaredDuration = "declared_duration"
    case artworks = "pictures"
    case isClockDiscontinuous = "clock_discontinuous"
    case chosenTracks = "chosen_tracks"
    case tagList = "tag_list"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      container: try container.decode(String.self, forKey: .container),
      tracks: try container.decode([MediaTrack].self, forKey: .tracks),
      isSeekable: try container.decode(Bool.self, forKey: .isSeekable))
    declaredStart = try container.decodeIfPresent(MediaTime.self, forKey: .declaredStart)
    declaredDuration = try container.decodeIfPresent(MediaTime.self, forKey: .declaredDuration)
    isDurationEstimated = try container.decode(Bool.self, forKey: .isDurationEstimated)
    chapters = try container.decode([Chapter].self, forKey: .chapters)
    tags = try container.decode([MediaTag].self, forKey: .tagList)
    artworks = try container.decode([Artwork].self, forKey: .artworks)
    isClockDiscontinuous = try container.decode(Bool.self, forKey: .isClockDiscontinuous)
    chosenTracks = try container.decodeIfPresent([Int].self, forKey: .chosenTracks)
  }

  /// Encodes the keys and numbers of `playhead inspect --format json`, and then what these do not contain.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let isForCommand = encoder is any CommandEncoder
    let start = presentationStart
    let duration = declaredDuration(from: start ?? .zero)
    let played = Set(timelineTracks.map(\.index))
    let described = tracks.map {
      DescribedTrack(track: $0, isPlayed: played.contains($0.index))
    }
    let numbered = chapters.enumerated().map { NumberedChapter(number: $0 + 1, chapter: $1) }
    let isEstimated = isForCommand && duration == nil ? nil : isDurationEstimated
    try container.encode(self.container, forKey: .container)
    try container.encode(duration.map(DecimalNumber.init(truncatedSecondsOf:)), forKey: .duration)
    try container.encode(isEstimated, forKey: .isDurationEstimated)
    try container.encode(start.map(DecimalNumber.init(truncatedSecondsOf:)), forKey: .start)
    try container.encode(isSeekable, forKey: .isSeekable)
    try container.encode(described, forKey: .tracks)
    try container.encode(numbered, forKey: .chapters)
    try container.encode(JoinedTags(tags), forKey: .tags)
    if isForCommand { return }
    try container.encode(name, forKey: .name)
    try container.encode(declaredStart, forKey: .declaredStart)
    try container.encode(declaredDuration, forKey: .declaredDuration)
    try container.encode(artworks, forKey: .artworks)
    try container.encode(isClockDiscontinuous, forKey: .isClockDiscontinuous)
    try container.encode(chosenTracks, forKey: .chosenTracks)
    try container.encode(tags, forKey: .tagList)
  }
}

extension Chapter: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, end, title
    // These are not in the command's JSON.
    case exactStart = "start_exact"
    case exactEnd = "end_exact"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      start: try container.decode(MediaTime.self, forKey: .exactStart),
      end: try container.decode(MediaTime.self, forKey: .exactEnd),
      title: try container.decodeIfPresent(String.self, forKey: .title))
  }

  /// Encodes the keys and numbers of a chapter in `playhead inspect --format json`, except its number, and then
  /// the exact times.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(DecimalNumber(truncatedSecondsOf: start), forKey: .start)
    try container.encode(DecimalNumber(truncatedSecondsOf: end), forKey: .end)
    try container.encode(title, forKey: .title)
    if encoder is any CommandEncoder { return }
    try container.encode(start, forKey: .exactStart)
    try container.encode(end, forKey: .exactEnd)
  }
}

/// A chapter of a description, with its number from 1.
private struct NumberedChapter: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number
  }

  let number: Int
  let chapter: Chapter

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try chapter.encode(to: encoder)
  }
}
