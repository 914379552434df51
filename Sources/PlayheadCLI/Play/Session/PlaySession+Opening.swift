import PlayheadKit

/// Opens files and finds the range to play.
extension PlaySession {
  /// Returns a player of a file and the range to play.
  ///
  /// If a point or track depends on the contents, this opens the file first, which may block.
  func prepare(
    _ file: ListedFile, _ clock: any HostClock
  ) throws(FileFailure) -> (Player, start: MediaTime, end: MediaTime?, duration: MediaTime) {
    if let refusal = file.refusal {
      throw FileFailure(file.name, refusal)
    }
    let (player, start, end): (Player, MediaTime, MediaTime?)
    var duration = MediaTime.zero
    if options.needsOpenMedia {
      let media: PreparedMedia
      (media, duration) = try open(file)
      let tracks = try tracks(of: file, media.info)
      var info = media.info
      info.chosenTracks = tracks ?? info.chosenTracks
      (start, end) = try range(of: file, info, lasting: duration)
      player = Player(media: media, tracks: tracks, clock: clock)
    } else {
      (start, end) = try range(of: file, nil, lasting: .zero)
      player = Player(
        media: options.media(file.argument), tracks: options.tracks?.indices, clock: clock)
    }
    if start > .zero { player.seek(to: start) }
    return (player, start, end, duration)
  }

  /// Opens a file, and determines its duration if that is needed. A signal or command that leaves
  /// the file interrupts this.
  private func open(_ file: ListedFile) throws(FileFailure) -> (PreparedMedia, MediaTime) {
    let interruption = Interruption()
    let isStopping = state.withLock { state in
      state.opening = interruption
      return state.leaveReason != nil
    }
    if isStopping { interruption.interrupt() }
    defer { state.withLock { $0.opening = nil } }
    do throws(MediaError) {
      let media = try PreparedMedia(
        opening: options.media(file.argument), interruption: interruption)
      let needsDuration =
        [options.start, options.end].contains { $0?.needsDuration == true }
        || options.schedule.needsDuration
      guard needsDuration else { return (media, .zero) }
      if let duration = try media.duration() { return (media, duration.time) }
    } catch {
      throw FileFailure(message: "\(error)")
    }
    throw FileFailure(file.name, FileMessage.unlocatedPoint)
  }

  private func range(
    of file: ListedFile, _ info: MediaInfo?, lasting duration: MediaTime
  ) throws(FileFailure) -> (start: MediaTime, end: MediaTime?) {
    let chapters = info.map(ChapterList.init) ?? ChapterList()
    let timecodes = info.flatMap { TimecodeCount(of: $0, rate: options.timecodeRate) }
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
    return (start, end)
  }

  private func tracks(of file: ListedFile, _ info: MediaInfo) throws(FileFailure) -> [Int]? {
    do throws(FileMessage) {
      return try options.tracks?.indices(in: info)
    } catch {
      throw FileFailure(file.name, error)
    }
  }
}
