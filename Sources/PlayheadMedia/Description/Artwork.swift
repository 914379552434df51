/// A picture stored in a media file, such as an album cover.
public struct Artwork: Hashable, Sendable {
  /// The index of the track that contains the picture.
  public var track: Int
  /// The media type of the bytes, as in `image/jpeg`; nil if unknown.
  public var mediaType: String?
  /// The whole picture file, as stored.
  public var bytes: [UInt8]

  /// Creates a picture from its bytes.
  ///
  /// - Parameters:
  ///   - track: The index of the track that contains the picture.
  ///   - mediaType: The media type of the bytes, as in `image/jpeg`; nil if unknown.
  ///   - bytes: The whole picture file, as stored.
  public init(track: Int, mediaType: String?, bytes: [UInt8]) {
    self.track = track
    self.mediaType = mediaType
    self.bytes = bytes
  }
}
