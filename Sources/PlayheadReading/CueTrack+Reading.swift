import PlayheadCore
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
  /// The file is read to its end. The cues of media at a URL or from a pipe are those of a player (``Player/cues``).
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
    try self.init(
      of: choice, read: LocatedMedia(location), playing: tracks, interruption: interruption)
  }

  /// Reads the cues of a subtitle track of located media, as `init(of:in:playing:interruption:)` does.
  package init(
    of choice: Choice, read media: LocatedMedia, playing tracks: [Int]?,
    interruption: Interruption
  ) throws(MediaError) {
    guard media.isRegularFile else {
      throw MediaError(.read, of: media.name, reason: .notSeekable)
    }
    let source = try media.open(for: .decoding, interruption: interruption)
    guard source.info.isClockDiscontinuous else {
      self = try media.readCues(of: choice, playing: tracks, interruption: interruption)
      return
    }
    self = try Self.read(
      choice, in: JoinedSource.joining(source, tracks: tracks), playing: tracks, interruption)
  }

  /// Reads the cues of media whose timestamps may jump.
  private static func read(
    _ choice: Choice, in source: any MediaSource, playing tracks: [Int]?,
    _ interruption: Interruption
  ) throws(MediaError) -> CueTrack {
    let feed = CueFeed()
    let intake = try CueIntake(of: [choice], from: source, to: feed)
    (source as? JoinedSource)?.prepare()
    var info = source.info
    info.chosenTracks = tracks ?? info.chosenTracks
    let zero = info.presentationStart ?? .zero
    do throws(MediaError) {
      while true {
        let read = try source.read()
        intake.receive(read) { zero }
        guard case .packet = read else { break }
      }
    } catch {
      // The media plays to the same place.
      if feed.isEmpty || interruption.isInterrupted { throw error }
      feed.finish()
    }
    return feed.track
  }
}
