import FFmpegMedia
import Media
import PlayheadCore
import Timekeeping

/// A medium that was opened before its player is, because something had to be known of it first.
///
/// Unchecked: `source` is handed to the one who opens, once, before which only `init` and
/// `duration` reach it.
public final class PreparedMedia: MediaOpener, @unchecked Sendable {
  public let name: String
  public let info: MediaInfo
  private let interruption: Interruption
  private var source: (any MediaSource)?

  /// Opens the medium on the calling thread; blocks until it is open or `interruption` comes.
  public init(
    opening opener: any MediaOpener, interruption: Interruption = Interruption()
  ) throws(MediaError) {
    let source = try opener.open(interruption: interruption)
    self.name = opener.name
    self.info = source.info
    self.interruption = interruption
    self.source = source
  }

  /// Opens what is at a path, a URL, or on standard input (`-`).
  public convenience init(
    path: String, interruption: Interruption = Interruption()
  ) throws(MediaError) {
    try self.init(opening: FFmpegOpener(path: path), interruption: interruption)
  }

  /// Hands over the open medium. Must be called once only, by the player.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    guard let source = source.take() else {
      throw MediaError(.open, name, .other, detail: "it was handed over before")
    }
    let own = self.interruption
    interruption.onInterrupt { own.interrupt() }
    return source
  }

  /// The length of what is presented: declared, or where nothing is declared and the medium can go
  /// back, measured by reading it all. Nil where neither can be had. Blocks while it measures.
  /// Throws if nothing is presented.
  public func duration() throws(MediaError) -> MediaDuration? {
    guard let source else { return nil }
    if info.timelineTracks.isEmpty { throw MediaError(.open, name, .noPlayableTrack) }
    if let declared = info.declaredDuration(from: info.presentationStart ?? .zero) {
      return MediaDuration(time: declared, isExact: false)
    }
    guard info.isSeekable else { return nil }
    let duration = try MediaDuration.measured(byReading: source)
    try source.seek(to: info.presentationStart ?? .zero)
    return duration
  }
}
