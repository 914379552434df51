import FoundationEssentials
import PlayheadCore
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension Player {
  /// Creates a player of the media at a location.
  ///
  /// It does not open the media. `statusPublisher` reports errors when the media is loaded.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - tracks: The indices of the tracks to play, at least one; nil for the default choice.
  ///   - decoding: The tracks to decode.
  ///   - clock: The host clock.
  ///   - playbackClock: The clock that drives the playhead; nil for the host clock.
  ///   - audio: How the sound is played, such as `.system()`; nil for none.
  ///   - cues: The subtitle tracks whose cues are read with the media.
  public convenience init(
    _ location: some MediaLocation, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil,
    audio: AudioPlayback? = nil, cues: [CueTrack.Choice] = []
  ) {
    self.init(
      media: LocatedMedia(location), tracks: tracks, decoding: decoding, clock: clock,
      playbackClock: playbackClock, audio: audio, cues: cues)
  }

  /// Creates a player of the media at a URL: a file URL, or one of a protocol that FFmpeg supports.
  ///
  /// It does not open the media. `statusPublisher` reports errors when the media is loaded.
  ///
  /// - Parameters:
  ///   - url: The URL of the media.
  ///   - tracks: The indices of the tracks to play, at least one; nil for the default choice.
  ///   - decoding: The tracks to decode.
  ///   - clock: The host clock.
  ///   - playbackClock: The clock that drives the playhead; nil for the host clock.
  ///   - audio: How the sound is played, such as `.system()`; nil for none.
  ///   - cues: The subtitle tracks whose cues are read with the media.
  public convenience init(
    url: URL, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil,
    audio: AudioPlayback? = nil, cues: [CueTrack.Choice] = []
  ) {
    self.init(
      url, tracks: tracks, decoding: decoding, clock: clock, playbackClock: playbackClock,
      audio: audio, cues: cues)
  }

  /// Creates a player of the media at a path, at a URL that FFmpeg supports, or on standard input.
  ///
  /// It does not open the media. `statusPublisher` reports errors when the media is loaded.
  ///
  /// - Parameters:
  ///   - path: A path, a URL, or `-` for standard input.
  ///   - tracks: The indices of the tracks to play, at least one; nil for the default choice.
  ///   - decoding: The tracks to decode.
  ///   - clock: The host clock.
  ///   - playbackClock: The clock that drives the playhead; nil for the host clock.
  ///   - audio: How the sound is played, such as `.system()`; nil for none.
  ///   - cues: The subtitle tracks whose cues are read with the media.
  public convenience init(
    path: String, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil,
    audio: AudioPlayback? = nil, cues: [CueTrack.Choice] = []
  ) {
    self.init(
      path, tracks: tracks, decoding: decoding, clock: clock, playbackClock: playbackClock,
      audio: audio, cues: cues)
  }
}

extension PlayerQueue.Entry {
  /// Creates an entry of the media at a location, which makes its player when it is opened.
  ///
  /// The entry stays in the queue after it was played, so that the queue can go back to it.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - decoding: The tracks to decode.
  ///   - clock: The host clock, which is also that of the queue.
  ///   - audio: How the sound is played, such as `.system()`; nil for none.
  public convenience init(
    _ location: some MediaLocation, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, audio: AudioPlayback? = nil
  ) {
    let media = LocatedMedia(location)
    self.init(url: media.url) {
      Player(media: media, decoding: decoding, clock: clock, audio: audio)
    }
  }
}
