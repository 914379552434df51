import PlayheadInterprocess
import PlaybackSession
import PlayheadCore
import PlayheadTimekeeping

/// Calls of the interface Player.
extension MPRISObject {
  private static let plainRequests: [String: SessionRequest] = [
    "Next": .next, "Previous": .previous, "Pause": .setPaused(true), "Play": .setPaused(false),
    "PlayPause": .togglePause, "Stop": .stop(keepsList: true),
  ]

  func carryOutPlayerCall(_ call: BusCall, _ reading: SessionReading) throws(BusCallError) {
    if reading.abilities.decidesItself, let request = Self.plainRequests[call.member] {
      return attempt(request)
    }
    switch (call.member, call.arguments.first, call.arguments.last) {
    case ("Next", _, _): if reading.abilities.canGoNext { attempt(.next) }
    case ("Previous", _, _): if reading.abilities.canGoPrevious { attempt(.previous) }
    case ("Pause", _, _): pause(reading)
    case ("PlayPause", _, _):
      model.status(of: reading) == .playing ? pause(reading) : try play(reading)
    case ("Stop", _, _): try stop(reading)
    case ("Play", _, _): try play(reading)
    case ("Seek", .int64(let offset), _): try seek(by: offset, reading)
    case ("SetPosition", .path(let track), .int64(let position)):
      try setPosition(of: track, to: position, reading)
    case ("OpenUri", .text(let uri), _): try open(uri, reading)
    default: break
    }
  }

  func pause(_ reading: SessionReading) {
    if reading.currentEntry != nil, !reading.settings.isPaused { attempt(.setPaused(true)) }
  }

  private func play(_ reading: SessionReading) throws(BusCallError) {
    if reading.settings.isPaused { try perform(.setPaused(false)) }
    if reading.currentEntry == nil, !reading.entries.isEmpty { try perform(.play(index: 0)) }
  }

  /// Pauses at the start of the file, from where `Play` continues. A file that is not open yet will begin there.
  private func stop(_ reading: SessionReading) throws(BusCallError) {
    guard reading.currentEntry != nil else { return }
    if reading.isOpen, !reading.isSeekable { return try perform(.stop(keepsList: true)) }
    model.isStopRequested = true
    try perform(.setPaused(true))
    if reading.isSeekable { attempt(.seek(.position(.zero), .exact)) }
  }

  private func seek(by offset: Int64, _ reading: SessionReading) throws(BusCallError) {
    guard reading.isSeekable else { return }
    let distance = time(offset)
    if let end = reading.duration, let target = reading.position.adding(distance), target > end {
      if reading.abilities.canGoNext { return attempt(.next) }
      // A program that decides itself may stop at its end.
      guard reading.abilities.decidesItself else { return attempt(.stop(keepsList: true)) }
      return try perform(.seek(.position(end), .exact))
    }
    try perform(.seek(.offset(distance), .exact))
  }

  /// Returns microseconds as a time of at most 30 years: beyond any file, but exact in every timebase.
  private func time(_ microseconds: Int64) -> MediaTime {
    let limit: Int64 = 1_000_000_000_000_000
    return MediaTime(ticks: min(max(microseconds, -limit), limit), timebase: .microseconds)
  }

  private func setPosition(
    of track: String, to microseconds: Int64, _ reading: SessionReading
  ) throws(BusCallError) {
    guard let entry = reading.currentEntry, track == model.paths.path(of: entry.id),
      reading.isSeekable, microseconds >= 0
    else { return }
    let position = time(microseconds)
    if let end = reading.duration, position > end { return }
    try perform(.seek(.position(position), .exact))
  }

  /// Adds a file to the list, and plays it.
  private func open(_ uri: String, _ reading: SessionReading) throws(BusCallError) {
    let isStopped = model.status(of: reading) == .stopped
    guard try !add(uri).isEmpty else { return }
    try perform(.play(index: reading.entries.count))
    if isStopped, reading.settings.isPaused { try perform(.setPaused(false)) }
  }

  /// Adds what a URI names at the end of the list, and returns the new entries.
  func add(_ uri: String) throws(BusCallError) -> [PlaylistEntry] {
    guard uri.utf8.count <= Self.longestURI, let location = FileURL.location(of: uri) else {
      throw BusCallError(.invalidArguments, "not a URI of a file of this machine, http or https")
    }
    let known = Set(playback.reading.entries.map(\.id))
    try perform(.load([location], .appendAsAttempt))
    return playback.reading.entries.filter { !known.contains($0.id) }
  }

  /// The greatest length of a URI in bytes.
  private static var longestURI: Int { 16_384 }
}
