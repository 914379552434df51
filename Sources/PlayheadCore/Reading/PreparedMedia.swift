import FoundationEssentials
import PlayheadMedia
import PlayheadTimekeeping

/// Media that is opened before its player is made, because its properties are needed first.
///
/// Sendable is unchecked because `source` passes to the caller of `open` once, and only `init` and
/// `duration` use it before.
public final class PreparedMedia: MediaOpener, @unchecked Sendable {
  /// The path or URL for messages.
  public let name: String
  /// The absolute URL of the media; nil if it has none.
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
  /// If no length is declared, the whole media is read to measure it, as well as a file of at most 64 MiB that may consist
  /// of several recordings. Blocks until then.
  ///
  /// - Returns: The length; nil if none is declared and the source cannot seek.
  /// - Throws: A `MediaError` if there is no playable track, or if reading fails.
  public func duration() throws(MediaError) -> MediaDuration? {
    if source == nil { return nil }
    if info.timelineTracks.isEmpty { throw MediaError(.open, of: name, reason: .noPlayableTrack) }
    if !mayBeJoined, let declared = info.declaredDuration(from: info.presentationStart ?? .zero) {
      return MediaDuration(time: declared, isExact: false)
    }
    return try measuredDuration()
  }

  /// Returns the length of the presented media, which is read to measure it, whatever is declared. Blocks until
  /// then.
  ///
  /// - Returns: The length; nil if the source cannot seek.
  /// - Throws: A `MediaError` if there is no playable track, or if reading fails.
  package func measuredDuration() throws(MediaError) -> MediaDuration? {
    guard let source, info.isSeekable else { return nil }
    if info.timelineTracks.isEmpty { throw MediaError(.open, of: name, reason: .noPlayableTrack) }
    let duration = try MediaDuration.measured(byReading: source)
    try source.seek(to: info.presentationStart ?? .zero)
    return duration
  }

  /// Whether the length that is declared may be that of the first of several recordings, and can be measured in a short
  /// time.
  private var mayBeJoined: Bool {
    guard info.mayBeJoined, info.isSeekable,
      let count = (source as? any FileSource)?.fileByteCount
    else { return false }
    return count <= JoinedSource.greatestSearchByteCount
  }
}
