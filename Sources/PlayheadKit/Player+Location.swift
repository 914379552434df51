import FFmpegMedia
import FoundationEssentials
import PlayheadCore
import Timekeeping

extension Player {
  /// A player of the medium at a URL: a file's, or one of a protocol that FFmpeg knows.
  ///
  /// It does not throw, nor touch the medium: what fails is told by `statusPublisher` once it is
  /// loaded.
  public convenience init(
    url: URL, decoding: Decoding = .none, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(
      path: url.isFileURL ? url.path : url.absoluteString, decoding: decoding, clock: clock)
  }

  /// A player of the medium at a path, at a URL that FFmpeg knows, or on standard input (`-`).
  public convenience init(
    path: String, decoding: Decoding = .none, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(media: FFmpegOpener(path: path), decoding: decoding, clock: clock)
  }
}
