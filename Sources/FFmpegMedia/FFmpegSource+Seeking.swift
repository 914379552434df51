import CFFmpeg
import Media
import Timekeeping

extension FFmpegSource {
  /// How often a place further back is tried before the start is gone to: up to nine hours.
  private static let greatestAttemptCount: Int64 = 16
  /// After so many attempts, 7 s further back, a track that still begins behind the target has a
  /// hole there.
  private static let holeAttemptCount: Int64 = 3

  /// What FFmpeg finds is looked at, and a place further back is tried until it is right. What was
  /// looked at is then in `ahead`, to be read first: the same jump need not land there twice.
  func seek(to time: MediaTime) throws(MediaError) {
    guard info.isSeekable, let track = leadingTrack(at: time) else {
      throw MediaError(.seek, info.name, .notSeekable)
    }
    if demuxer.interruption.isInterrupted { throw demuxer.makeError(.seek, ffmpeg_error_exit()) }
    demuxer.setWaiting(false)
    failure = nil
    defer {
      packet.clear()
      demuxer.setWaiting(true)
    }
    try learnBeginning()
    let start = track.startTicks ?? 0
    var place = track.ticks(at: time)
    for attempt in 0..<Self.greatestAttemptCount where place > start {
      ahead.removeAll()
      guard demuxer.jump(to: place, of: track) else { break }
      if try landsEarly(for: time, along: track, acceptingHoles: attempt >= Self.holeAttemptCount) {
        return
      }
      place = place.saturatingMinus(track.ticks(seconds: 1 << attempt))
    }
    try goToStart(along: track)
  }

  /// The first track of the timeline that has something at `time`, as far as is declared; else the
  /// first.
  private func leadingTrack(at time: MediaTime) -> Track? {
    let tracks = info.timelineTracks
    return tracks.first { track in
      guard let start = track.startTicks, let length = track.durationTicks else { return true }
      let end = track.time(ofTicks: start).adding(track.time(ofTicks: length))
      return track.time(ofTicks: start) <= time && end.map { time < $0 } ?? true
    } ?? tracks.first
  }

  /// Reads on from the start as far as is needed to know it again.
  private func learnBeginning() throws(MediaError) {
    while !beginning.isComplete, try demuxer.readForSeeking(into: packet) {
      beginning.note(packet.timing)
    }
    beginning.complete()
  }

  /// Reads as far as needed to tell, and keeps what can be decoded from there on.
  private func landsEarly(
    for time: MediaTime, along track: Track, acceptingHoles: Bool
  ) throws(MediaError) -> Bool {
    var landing = Landing(
      of: info.seekingTracks, at: time, along: track, beginning: beginning,
      container: info.container, acceptsHoles: acceptingHoles)
    while landing.verdict == .open {
      guard !ahead.isFull, try demuxer.readForSeeking(into: packet) else {
        landing.finish(isFull: ahead.isFull)
        break
      }
      if landing.take(packet.timing), !ahead.append(packet) { return false }
    }
    return landing.verdict == .early
  }

  /// FFmpeg's way there may leave out packets, or lose their times: then the medium is opened anew.
  private func goToStart(along track: Track) throws(MediaError) {
    // Packets may lie before what is presented first, but not by so much.
    let place = (track.startTicks ?? 0).saturatingMinus(track.ticks(seconds: 3_600))
    ahead.removeAll()
    if !reopensForStart, demuxer.jump(to: place, of: track), try isAtStart() { return }
    reopensForStart = true
    ahead.removeAll()
    let name = info.name
    do throws(MediaError) {
      let reopened = try demuxer.reopened()
      guard info.agrees(with: reopened.info) else {
        throw MediaError(.seek, name, .other, detail: "it has become another")
      }
      demuxer = reopened
    } catch {
      var error = error
      error.operation = .seek
      throw error
    }
  }

  /// Whether the same comes as when the medium had been opened; what comes is kept.
  private func isAtStart() throws(MediaError) -> Bool {
    var found = beginning.afresh
    while !found.isComplete, try demuxer.readForSeeking(into: packet) {
      found.note(packet.timing)
      guard ahead.append(packet) else { return false }
    }
    return found.agrees(with: beginning)
  }
}

extension MediaInfo {
  /// The tracks that are to be decoded from a place that was sought: whoever plays it may have
  /// chosen others than the timeline's.
  var seekingTracks: [Track] {
    tracks.filter { ($0.kind == .video || $0.kind == .audio) && !$0.isAttachedPicture }
  }

  /// Whether the tracks that were known when the other was opened are those of this one.
  fileprivate func agrees(with other: MediaInfo) -> Bool {
    zip(tracks, other.tracks).allSatisfy { ($0.kind, $0.timebase) == ($1.kind, $1.timebase) }
  }
}

extension Track {
  /// At least one.
  fileprivate func ticks(seconds: Int64) -> Int64 {
    max(MediaTime.seconds(seconds).converted(to: timebase, rounding: .up)?.ticks ?? .max, 1)
  }
}

extension Int64 {
  fileprivate func saturatingMinus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }
}
