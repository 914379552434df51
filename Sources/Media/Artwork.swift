/// A picture that comes with a medium, such as a record's cover, as the file holds it.
public struct Artwork: Hashable, Sendable {
  /// The index of the track that it lies in.
  public var track: Int
  /// What the bytes are, as in `image/jpeg`; nil where that is not known.
  public var mediaType: String?
  /// The whole picture file.
  public var bytes: [UInt8]

  public init(track: Int, mediaType: String?, bytes: [UInt8]) {
    self.track = track
    self.mediaType = mediaType
    self.bytes = bytes
  }
}
