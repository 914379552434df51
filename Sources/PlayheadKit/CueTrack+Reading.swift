import PlayheadFFmpeg
import PlayheadMedia

extension CueTrack {
  /// Reads the cues of a file of subtitles or lyrics on the calling thread, with the times that it declares.
  ///
  /// Of other media, such as a Matroska file with subtitles, the usual subtitle track is read.
  ///
  /// - Parameters:
  ///   - location: A path: a `String`, a `URL` or another ``MediaLocation``.
  ///   - encoding: The name of the text's encoding, as iconv knows it; nil for UTF-8, or UTF-16 with a byte
  ///     order mark.
  ///   - interruption: Cancels reading.
  /// - Throws: A `MediaError` if the file cannot be read, is not text of the encoding, or has no subtitles.
  public init(
    contentsOf location: some MediaLocation, encoding: String? = nil,
    interruption: Interruption = Interruption()
  ) throws(MediaError) {
    self = try LocatedMedia(location).readCueFile(encoding: encoding, interruption: interruption)
  }

  /// Reads the cues of a subtitle track of a local file on the calling thread, as positions of its player.
  ///
  /// The file is read to its end.
  ///
  /// - Parameters:
  ///   - choice: The track.
  ///   - location: A path: a `String`, a `URL` or another ``MediaLocation``.
  ///   - tracks: The indices of the tracks that are played, which determine position zero; nil for the
  ///     default choice.
  ///   - interruption: Cancels reading.
  /// - Throws: A `MediaError` if the media is not a regular file, cannot be read, or has no such track.
  public init(
    of choice: Choice, in location: some MediaLocation, playing tracks: [Int]? = nil,
    interruption: Interruption = Interruption()
  ) throws(MediaError) {
    self = try LocatedMedia(location)
      .readCues(of: choice, playing: tracks, interruption: interruption)
  }
}
