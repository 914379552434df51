import PlayheadFFmpeg
import PlayheadMedia

/// Reads the decoded frames of media, without their pictures and sound.
public enum DecodedFrames {
  /// Opens media and decodes its tracks. Blocks until the media is open or `interruption` happens.
  ///
  /// - Parameters:
  ///   - path: A path, a URL that FFmpeg supports, or `-` for standard input.
  ///   - tracks: The indices of the tracks to decode; nil for all audio and video tracks.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The source of the frames.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public static func open(
    path: String, tracks: Set<Int>? = nil, interruption: Interruption = Interruption()
  ) throws(MediaError) -> any FrameSource {
    try open(LocatedMedia(path: path), tracks: tracks, interruption: interruption)
  }

  /// Opens the media at a location and decodes its tracks. Blocks until the media is open or `interruption` happens.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - tracks: The indices of the tracks to decode; nil for all audio and video tracks.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The source of the frames.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public static func open(
    _ location: some MediaLocation, tracks: Set<Int>? = nil,
    interruption: Interruption = Interruption()
  ) throws(MediaError) -> any FrameSource {
    try open(LocatedMedia(location), tracks: tracks, interruption: interruption)
  }

  /// Opens located media and decodes its tracks. Blocks until the media is open or `interruption` happens.
  ///
  /// - Parameters:
  ///   - media: The media.
  ///   - tracks: The indices of the tracks to decode; nil for all audio and video tracks.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The source of the frames.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public static func open(
    _ media: LocatedMedia, tracks: Set<Int>? = nil, interruption: Interruption = Interruption()
  ) throws(MediaError) -> any FrameSource {
    try DecodedSource(
      media.open(interruption: interruption), tracks: tracks, interruption: interruption)
  }
}
