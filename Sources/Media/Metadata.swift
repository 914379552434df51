/// What a medium tells of itself in words: the container's tags, and those of its played tracks.
///
/// Ogg and its kin write what a file is to the track and not to the container; so both are here,
/// the container's first.
public struct Metadata: Hashable, Sendable {
  public var tags: [Tag]

  public init(tags: [Tag]) {
    self.tags = tags
  }

  /// The value of the first tag of this name, in whatever case the file writes it.
  public subscript(key: String) -> String? {
    tags.first { $0.key.lowercased() == key.lowercased() }?.value
  }

  public var title: String? { self["title"] }
  public var artist: String? { self["artist"] }
  public var album: String? { self["album"] }
  public var albumArtist: String? { self["album_artist"] ?? self["albumartist"] }
  public var composer: String? { self["composer"] }
  public var genre: String? { self["genre"] }
  public var comment: String? { self["comment"] ?? self["description"] }
  /// As the file writes it: a year, a day, or an instant.
  public var date: String? { self["date"] ?? self["creation_time"] }
  /// As the file writes it: `7`, or `7/12`.
  public var trackNumber: String? { self["track"] ?? self["tracknumber"] }
}

extension MediaInfo {
  /// The tags of the container and of the tracks that make the timeline.
  public var metadata: Metadata { Metadata(tags: tags + timelineTracks.flatMap(\.tags)) }
}
