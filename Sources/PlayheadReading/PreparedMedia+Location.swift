import PlayheadFFmpeg
import PlayheadMedia

extension PreparedMedia {
  /// Opens the media at a location on the calling thread. Blocks until it is open or `interruption` happens.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public convenience init(
    opening location: some MediaLocation, interruption: Interruption = Interruption()
  ) throws(MediaError) {
    try self.init(opening: LocatedMedia(location), interruption: interruption)
  }

  /// Opens the media at a path on the calling thread. Blocks until it is open or `interruption` happens.
  ///
  /// - Parameters:
  ///   - path: A path, a URL that FFmpeg supports, or `-` for standard input.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public convenience init(
    path: String, interruption: Interruption = Interruption()
  ) throws(MediaError) {
    try self.init(opening: LocatedMedia(path: path), interruption: interruption)
  }
}
