import PlayheadInterprocess
import PlayheadTimekeeping

/// The values of the properties.
extension MPRISModel {
  private static let mediaTypes = [
    "application/mxf", "application/ogg", "application/vnd.apple.mpegurl", "application/x-matroska",
    "audio/aac", "audio/ac3", "audio/flac", "audio/matroska", "audio/mp4", "audio/mpeg",
    "audio/mpegurl", "audio/ogg", "audio/opus", "audio/vorbis", "audio/webm", "audio/x-aiff",
    "audio/x-ape", "audio/x-m4a", "audio/x-matroska", "audio/x-mpegurl", "audio/x-scpls",
    "audio/x-wav", "audio/x-wavpack", "audio/wav",
    "video/3gpp", "video/avi", "video/matroska", "video/mp2t", "video/mp4", "video/mpeg",
    "video/ogg", "video/quicktime", "video/webm", "video/x-flv", "video/x-matroska",
    "video/x-msvideo",
  ]

  /// Returns the values of all properties except `Position` and `Tracks`, by interface.
  func properties(of session: SessionReading) -> [String: [String: BusValue]] {
    var properties = [
      BusInterface.application.name: applicationProperties(session),
      BusInterface.player.name: playerProperties(session),
    ]
    if session.hasTrackList {
      properties[BusInterface.trackList.name] = ["CanEditTracks": .boolean(true)]
    }
    return properties
  }

  private func applicationProperties(_ session: SessionReading) -> [String: BusValue] {
    [
      "CanQuit": .boolean(!session.abilities.decidesItself),
      "Fullscreen": .boolean(false),
      "CanSetFullscreen": .boolean(false),
      "CanRaise": .boolean(false),
      "HasTrackList": .boolean(session.hasTrackList),
      "Identity": .text(session.abilities.identity),
      // There is no such file.
      "DesktopEntry": .text(""),
      "SupportedUriSchemes": .texts(
        session.abilities.decidesItself ? [] : ["file", "http", "https"]),
      "SupportedMimeTypes": .texts(session.abilities.decidesItself ? [] : Self.mediaTypes),
    ]
  }

  private func playerProperties(_ session: SessionReading) -> [String: BusValue] {
    let (settings, abilities) = (session.settings, session.abilities)
    return [
      "PlaybackStatus": .text(status(of: session).rawValue),
      "LoopStatus": .text(LoopStatus(settings).rawValue),
      "Rate": .double(settings.rate.doubleValue),
      "Shuffle": .boolean(false),
      "Metadata": .dictionary(
        session.currentEntry.map { metadata(of: $0, session.details) } ?? [:]),
      "Volume": .double(settings.isMuted ? 0 : settings.volume / 100),
      "MinimumRate": .double(abilities.rates.lowerBound.doubleValue),
      "MaximumRate": .double(abilities.rates.upperBound.doubleValue),
      "CanGoNext": .boolean(abilities.canGoNext),
      "CanGoPrevious": .boolean(abilities.canGoPrevious),
      "CanPlay": .boolean(abilities.canPlay),
      "CanPause": .boolean(abilities.canPause),
      "CanSeek": .boolean(session.isSeekable),
      "CanControl": .boolean(true),
    ]
  }

  /// Returns the status of playback. Media that is being opened, sought or awaited counts as playing.
  func status(of session: SessionReading) -> PlaybackStatus {
    guard session.currentEntry != nil, !session.isStopped else { return .stopped }
    guard session.settings.isPaused else { return .playing }
    return isStopRequested && session.position == .zero ? .stopped : .paused
  }
}
