import FoundationEssentials
import PlayheadCore
import PlayheadMedia
import PlayheadTimekeeping

/// Media that is opened before its player is made, because its properties are needed first.
///
/// Sendable is unchecked because `source` passes to the caller of `open` once, and only `init` and
/// `duration` use it before.
public final class PreparedMedia: MediaOpener, @unchecked Sendable {
  public let name: String
  public let url: URL?
  /// The description of the media.
  public let info: MediaInfo
  private let interruption: Interruption
  private var source: (any MediaSource)?

  /// Opens media on the calling thread. Blocks until it is open or `interruption` happens.
  ///
  /// - Parameters:
  ///   - opener: The media to open.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public init(
    opening opener: any MediaOpener, interruption: Interruption = Interruption()
  ) throws(MediaError) {
    let source = try opener.open(interruption: interruption)
    (self.name, self.url) = (opener.name, opener.url)
    self.info = source.info
    self.interruption = interruption
    self.source = source
  }

  /// Returns the open source. Called once, by the player.
  ///
  /// - Parameter interruption: Cancels the operations of the source from now on.
  /// - Returns: The source that was opened by the initializer.
  /// - Throws: A `MediaError` if the source was returned before.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    guard let source = source.take() else {
      throw MediaError(.open, of: name, reason: .other, detail: "the source was already taken")
    }
    let own = self.interruption
    interruption.onInterrupt { own.interrupt() }
    return source
  }

  /// Returns the length of the presented media, before the player opens it.
  ///
  /// If no length is declared, the whole media is read to measure it. So is media that consists of several recordings,
  /// and a file of at most 64 MiB that may do so. Blocks until then.
  ///
  /// - Returns: The length; nil if the source cannot seek and none is declared, or only that of the first of several
  ///   recordings may be.
  /// - Throws: A `MediaError` if there is no playable track, or if reading fails.
  public func duration() throws(MediaError) -> MediaDuration? { try duration { _ in } }

  /// Returns the length of the presented media, as `duration()` does, and reports how far joined recordings were read.
  package func duration(
    reporting report: (JoinSearch) -> Void
  ) throws(MediaError) -> MediaDuration? {
    guard let source else { return nil }
    if info.timelineTracks.isEmpty { throw MediaError(.open, of: name, reason: .noPlayableTrack) }
    // An estimate from the first bytes is not the length of the rest.
    if info.mayBeJoined, !info.isSeekable { return nil }
    if try !JoinedSource.mustBeRead(source),
      let declared = info.declaredDuration(from: info.presentationStart ?? .zero)
    {
      return MediaDuration(time: declared, isExact: false)
    }
    return try measuredDuration(reporting: report)
  }

  /// Reads the presented media to measure its length, whatever is declared; nil if the source cannot seek.
  package func measuredDuration(
    reporting report: (JoinSearch) -> Void = { _ in }
  ) throws(MediaError) -> MediaDuration? {
    guard let source, info.isSeekable else { return nil }
    if info.timelineTracks.isEmpty { throw MediaError(.open, of: name, reason: .noPlayableTrack) }
    let duration = try MediaDuration.measured(byReading: source, reporting: report)
    try source.seek(to: info.presentationStart ?? .zero)
    // The declared length is that of one recording.
    if info.mayBeJoined || info.mayContinue, duration.isExact {
      (source as? any JoinableSource)?.measuredLength = duration.time
    }
    return duration
  }
}
