import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension FFmpegSource {
  /// The number of attempts, the last about nine hours before the target, before going to the start.
  private static let greatestAttemptCount: Int64 = 16
  /// The number of attempts, reaching 7 s before the target, that show a gap in a track that still begins behind it.
  private static let holeAttemptCount: Int64 = 3

  /// How much earlier a seek goes if sound is decoded, because the first sound after it is incomplete.
  /// Codecs mix neighbouring packets, and an MP3 packet refers to data of earlier ones.
  private static let soundLead = MediaTime.milliseconds(250)

  /// How much earlier a seek goes at most if cues are read, to one that may still be current.
  private static let cueLead = MediaTime.seconds(30)

  /// Seeks to a place from which all tracks can be decoded at `time`.
  func seek(to time: MediaTime) throws(MediaError) {
    // Reads the packets where FFmpeg lands, and tries an earlier place until they are suitable. These packets stay in
    // `ahead` and are read first, because a second jump may land elsewhere.
    if hasGoneOn { _ = try enter(part: 0) }
    restartIncompleteSound()
    // The times of the container are those of the first recording.
    if info.isSeekable { (later, laterPacket) = (nil, nil) }
    guard info.isSeekable, let track = leadingTrack(at: time) else {
      throw MediaError(.seek, of: info.name, reason: .notSeekable)
    }
    if demuxer.interruption.isInterrupted { throw demuxer.makeError(.seek, ffmpeg_error_exit()) }
    demuxer.setWaiting(false)
    failure = nil
    demuxer.watch.awaitAnswer()
    defer {
      packet.clear()
      restartOggTimes()
      demuxer.setWaiting(true)
      demuxer.watch.finish()
    }
    do throws(MediaError) {
      try land(at: frameClock?.original(time) ?? time, along: track)
    } catch {
      if !demuxer.watch.awaitsServer || demuxer.interruption.isInterrupted { throw error }
    }
    if demuxer.watch.awaitsServer {
      // The bytes from the start may come.
      ahead.removeAll()
      demuxer = try demuxer.reopenedWithoutRanges()
      reopensForStart = true
    }
  }

  /// Continues reading where all tracks, and the cue, can be decoded at `time`.
  private func land(at time: MediaTime, along track: MediaTrack) throws(MediaError) {
    try learnBeginning()
    let time = decodesOnlySound ? time.subtracting(Self.soundLead) ?? time : time
    // The index is complete once a jump has been made.
    guard try landBefore(time, along: track), let cue = lastCue(at: time),
      let first = ahead.firstTiming(ofTrack: track.index),
      let ticks = first.decodeTicks ?? first.presentationTicks, track.time(ofTicks: ticks) > cue
    else { return }
    _ = try landBefore(cue, along: track)
  }

  /// Continues reading where all tracks can be decoded at `time`. Returns whether that is not the start.
  private func landBefore(
    _ time: MediaTime, along track: MediaTrack
  ) throws(MediaError) -> Bool {
    // Counted times do not identify a position in the file.
    let mayLandInNext = try mayLandInNextRecording()
    let isFromStart = oggTimes?.isCounted == true || findCountedSegments() || mayLandInNext
    let start = isFromStart ? .max : track.startTicks ?? 0
    var place = track.ticks(at: time)
    for attempt in 0..<Self.greatestAttemptCount where place > start {
      ahead.removeAll()
      guard try demuxer.jump(to: place, of: track) else { break }
      if try readLanding(for: time, along: track, acceptingHoles: attempt >= Self.holeAttemptCount)
      {
        return true
      }
      place = place.saturatingMinus(track.ticks(seconds: 1 << attempt))
    }
    try goToStart(along: track)
    return false
  }

  /// Whether sound is decoded, and no pictures: those would have to be decoded from an earlier keyframe.
  private var decodesOnlySound: Bool {
    let kinds = info.tracks.filter { decodedTracks.contains($0.index) }.map(\.kind)
    return kinds.contains(.audio) && !kinds.contains(.video)
  }

  /// Returns when the last cue before a time begins by the index of Matroska, in the track where it is earliest.
  private func lastCue(at time: MediaTime) -> MediaTime? {
    // Nil if no cue is read, or if all are long over. Seeks in MP4 include the current cue.
    guard info.container.hasPrefix("matroska"), let earliest = time.subtracting(Self.cueLead)
    else { return nil }
    return info.tracks.filter { $0.kind == .subtitle && decodedTracks.contains($0.index) }
      .compactMap { demuxer.indexedTime(of: $0, atOrBefore: time) }
      .filter { $0 >= earliest }.min()
  }

  /// Returns the first played track that has media at `time` as it declares; otherwise the first played track.
  private func leadingTrack(at time: MediaTime) -> MediaTrack? {
    let tracks = info.timelineTracks
    return tracks.first { track in
      guard let start = track.startTicks, let length = track.durationTicks else { return true }
      let end = track.time(ofTicks: start).adding(track.time(ofTicks: length))
      return track.time(ofTicks: start) <= time && end.map { time < $0 } ?? true
    } ?? tracks.first
  }

  /// Reads from the start until `beginning` is complete.
  private func learnBeginning() throws(MediaError) {
    while !beginning.isComplete, try demuxer.readForSeeking(into: packet) {
      beginning.record(packet.timing)
    }
    beginning.complete()
  }

  /// Reads packets until it is known whether decoding from the current position gives all media from `time` on.
  private func readLanding(
    for time: MediaTime, along track: MediaTrack, acceptingHoles: Bool
  ) throws(MediaError) -> Bool {
    // Those that can be decoded are stored in `ahead`.
    var landing = Landing(
      of: info.seekingTracks, at: time, along: track, beginning: beginning,
      container: info.container, acceptsHoles: acceptingHoles)
    while landing.verdict == .open {
      guard !ahead.isFull, try demuxer.readForSeeking(into: packet) else {
        landing.finish(isFull: ahead.isFull)
        break
      }
      if landing.record(packet.timing), !ahead.append(packet) { return false }
    }
    return landing.verdict == .early && !demuxer.references.hasLostTimes
  }

  /// Goes to the start of the media, which is opened again if FFmpeg would lose packets or timestamps.
  private func goToStart(along track: MediaTrack) throws(MediaError) {
    // The first packets may be before the first presented one, but less than an hour.
    let place = (track.startTicks ?? 0).saturatingMinus(track.ticks(seconds: 3_600))
    ahead.removeAll()
    if !reopensForStart, try demuxer.jump(to: place, of: track), try readStart() { return }
    reopensForStart = true
    ahead.removeAll()
    let name = info.name
    do throws(MediaError) {
      let reopened = try demuxer.reopened()
      guard demuxer.info.agrees(with: reopened.info) else {
        throw MediaError(
          .seek, of: name, reason: .other, detail: "the file was replaced by another")
      }
      demuxer = reopened
    } catch {
      var error = error
      error.operation = .seek
      throw error
    }
  }

  /// Reads the next packets into `ahead`; returns whether they are the same as after opening.
  private func readStart() throws(MediaError) -> Bool {
    var found = beginning.afresh
    while !found.isComplete, try demuxer.readForSeeking(into: packet) {
      found.record(packet.timing)
      guard ahead.append(packet) else { return false }
    }
    return found.agrees(with: beginning) && !demuxer.references.hasLostTimes
  }
}

extension MediaInfo {
  /// The tracks that must be decodable after a seek: all audio and video, as a player may not play the usual ones.
  var seekingTracks: [MediaTrack] {
    tracks.filter { ($0.kind == .video || $0.kind == .audio) && !$0.isAttachedPicture }
  }

  /// Whether the tracks of both are the same, as many as both have.
  func agrees(with other: MediaInfo) -> Bool {
    zip(tracks, other.tracks).allSatisfy { ($0.kind, $0.timebase) == ($1.kind, $1.timebase) }
  }
}

extension MediaTrack {
  /// Returns a number of seconds in ticks of the track, rounded up and at least 1.
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
