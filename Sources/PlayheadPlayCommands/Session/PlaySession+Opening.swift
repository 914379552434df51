import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadReading
import PlayheadRecords
import PlayheadTimekeeping

/// Opens files and finds the range to play.
extension PlaySession {
  /// Makes a player at the start of the range of a file, which is stored. May open the file first, and block.
  func makePlayer(of queued: QueuedFile) throws(FileFailure) -> Player {
    let file = queued.file
    if let refusal = file.refusal {
      throw FileFailure(file.name, refusal)
    }
    let player: Player
    var range = FileRange()
    var playedTracks = options.tracks?.indices
    let cueTracks = options.cues.arrivingTracks(of: options.media(file.argument))
    if options.needsOpenMedia {
      let media: PreparedMedia
      (media, range.duration) = try open(queued)
      let tracks = try tracks(of: file, media.info)
      var info = media.info
      info.chosenTracks = tracks ?? info.chosenTracks
      playedTracks = tracks
      range.timecodes = try linearTimecode(of: queued, info)
      (range.start, range.end) = try points(
        of: file, info, lasting: range.duration, range.timecodes)
      player = Player(
        media: media, tracks: tracks, clock: clock, audio: audio, cues: cueTracks)
    } else {
      (range.start, range.end) = try points(of: file, nil, lasting: .zero)
      player = Player(
        media: options.media(file.argument), tracks: playedTracks, clock: clock, audio: audio,
        cues: cueTracks)
    }
    let line = SearchLine(of: file.name, beside: display)
    player.followSearches(line.show)
    player.cues.add(try cues(of: queued, playing: playedTracks))
    range.resumePoint = outputs.positions?.resumePoint(
      of: file.argument, options.access, before: range.end)
    let start = range.resumePoint?.position ?? range.start
    if start > .zero { player.setStart(start) }
    player.setForwardPlaybackEnd(range.end)
    queued.range.withLock { $0 = range }
    // The first sound of the next file is given to the output before the file begins.
    session.settings.applyVolume(to: player)
    return player
  }

  /// Opens a file, and measures its duration if necessary, until a signal or command leaves the file.
  private func open(_ queued: QueuedFile) throws(FileFailure) -> (PreparedMedia, MediaTime) {
    let file = queued.file
    let interruption = beginOpening(queued)
    defer { state.withLock { $0.opening = nil } }
    do throws(MediaError) {
      let media = try PreparedMedia(
        opening: options.media(file.argument), interruption: interruption)
      let needsDuration =
        [options.start, options.end].contains { $0?.needsDuration == true }
        || options.schedule.needsDuration
      guard needsDuration else { return (media, .zero) }
      let line = SearchLine(of: file.name, beside: display)
      defer { line.end() }
      if let duration = try media.duration(reporting: line.show) { return (media, duration.time) }
    } catch {
      throw FileFailure(message: "\(error)")
    }
    throw FileFailure(file.name, FileMessage.unlocatedPoint)
  }

  /// Returns what interrupts the opening of a file.
  private func beginOpening(_ queued: QueuedFile) -> Interruption {
    let interruption = Interruption()
    state.withLock { $0.opening = (queued.id, interruption) }
    if leaveReason != nil { interruption.interrupt() }
    return interruption
  }

  /// Returns the cues of a file, with those of the files that `--cues` names.
  private func cues(of queued: QueuedFile, playing tracks: [Int]?) throws(FileFailure) -> CueTrack {
    guard options.cues.dependOnMedia else { return outputs.cues }
    let interruption = beginOpening(queued)
    defer { state.withLock { $0.opening = nil } }
    let cues = try options.cues.read(
      of: options.media(queued.file.argument), playing: tracks, interruption: interruption)
    return CueTrack(Array(outputs.cues) + cues)
  }

  private func points(
    of file: ListedFile, _ info: MediaInfo?, lasting duration: MediaTime,
    _ linear: TimecodeCount? = nil
  ) throws(FileFailure) -> (start: MediaTime, end: MediaTime?) {
    let chapters = info.map(ChapterList.init) ?? ChapterList()
    let timecodes =
      linear ?? info.flatMap { TimecodeCount(of: $0, rate: options.style.timecodeRate) }
    func position(_ point: MediaPoint?) throws(FileFailure) -> MediaTime? {
      guard let point else { return nil }
      if let position = point.position(in: duration, chapters: chapters, timecodes: timecodes) {
        return position
      }
      guard let absence = point.absence(chapters: chapters, timecodes: timecodes) else {
        return nil
      }
      throw FileFailure(file.name, absence)
    }
    let start = try position(options.start) ?? .zero
    let end = try position(options.end)
    if let end, end <= start {
      throw FileFailure(
        file.name,
        FileMessage.emptyRange(
          start: start.decimalText(places: 3), end: end.decimalText(places: 3)))
    }
    // A declared duration may be a few milliseconds shorter than the media.
    return (start, options.end?.isEnd == true && !options.follows ? nil : end)
  }

  /// Returns the timecode of a sound track; nil if none is requested, or the container's is used.
  private func linearTimecode(
    of queued: QueuedFile, _ info: MediaInfo
  ) throws(FileFailure) -> TimecodeCount? {
    guard let choice = options.style.timecodeTrack else { return nil }
    let track: Int? = if case .track(let index) = choice { index } else { nil }
    let interruption = beginOpening(queued)
    defer { state.withLock { $0.opening = nil } }
    let found: [FileTimecode]
    do throws(MediaError) {
      // Another one is opened, because a source is read once.
      found =
        info.isSeekable
        ? try FileTimecode.linear(
          in: options.media(queued.file.argument), track: track, stopsAtFirst: true,
          interruption: interruption) : []
    } catch { throw FileFailure(message: "\(error)") }
    if let first = found.first(where: { $0.timeOfDay != nil }), let rate = first.frameRate {
      return TimecodeCount(rate, label: first.timecode, at: first.position)
    }
    if track != nil {
      let absence: FileMessage =
        found.contains(where: \.isReversed) ? .reversedTimecode : .noLinearTimecode
      let reason = info.isSeekable ? absence : .unrepeatableTimecode
      throw FileFailure(queued.file.name, reason)
    }
    return nil
  }

  private func tracks(of file: ListedFile, _ info: MediaInfo) throws(FileFailure) -> [Int]? {
    do throws(FileMessage) {
      return try options.tracks?.indices(in: info)
    } catch {
      throw FileFailure(file.name, error)
    }
  }
}
