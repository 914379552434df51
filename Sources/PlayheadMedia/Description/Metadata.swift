/// The descriptive tags of media: those of the container, then those of the played tracks.
///
/// Ogg and similar formats store the title and the artist in a track and not in the container, so
/// both are included.
public struct Metadata: Hashable, Sendable {
  /// The tags, the container's first.
  public var tags: [MediaTag]

  /// Creates metadata from tags.
  ///
  /// - Parameter tags: The tags, the container's first.
  public init(tags: [MediaTag]) {
    self.tags = tags
  }

  /// The value of the first tag with this name, ignoring case; nil if there is none.
  ///
  /// - Parameter key: The name of the tag.
  public subscript(key: String) -> String? {
    tags.first { $0.key.lowercased() == key.lowercased() }?.value
  }

  /// The title.
  public var title: String? { self["title"] }
  /// The artist.
  public var artist: String? { self["artist"] }
  /// The album.
  public var album: String? { self["album"] }
  /// The artist of the album.
  public var albumArtist: String? { self["album_artist"] ?? self["albumartist"] }
  /// The composer.
  public var composer: String? { self["composer"] }
  /// The genre.
  public var genre: String? { self["genre"] }
  /// The comment or description.
  public var comment: String? { self["comment"] ?? self["description"] }
  /// The date as stored in the file: a year, a day, or a date with a time.
  public var date: String? { self["date"] ?? self["creation_time"] }
  /// The track number as stored in the file: `7`, or `7/12`.
  public var trackNumber: String? { self["track"] ?? self["tracknumber"] }
}

extension MediaInfo {
  /// The tags of the container and of the played tracks.
  public var metadata: Metadata { Metadata(tags: tags + timelineTracks.flatMap(\.tags)) }
}
