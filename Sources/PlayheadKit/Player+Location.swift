import FFmpegMedia
import FoundationEssentials
import PlayheadCore
import Timekeeping

extension Player {
  /// A player of the medium at a URL: a file's, or one of a protocol that FFmpeg knows.
  ///
  /// The other parameters are those of `init(media:tracks:decoding:clock:playbackClock:)`.
  ///
  /// It does not throw, nor touch the medium: what fails is told by `statusPublisher` once it is
  /// loaded.
  public convenience init(
    url: URL, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil
  ) {
    self.init(
      path: url.isFileURL ? url.path : url.absoluteString, tracks: tracks, decoding: decoding,
      clock: clock, playbackClock: playbackClock)
  }

  /// A player of the medium at a path, at a URL that FFmpeg knows, or on standard input (`-`).
  public convenience init(
    path: String, tracks: [Int]? = nil, decoding: Decoding = .none,
    clock: any HostClock = SystemHostClock.shared, playbackClock: (any PlaybackClock)? = nil
  ) {
    self.init(
      media: FFmpegOpener(path: path), tracks: tracks, decoding: decoding, clock: clock,
      playbackClock: playbackClock)
  }
}
