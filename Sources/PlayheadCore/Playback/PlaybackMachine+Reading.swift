import Media
import Timekeeping

/// What the worker that reads the media is to do, and what it found.
extension PlaybackMachine {
  enum ReadingStep {
    case open
    /// Go to this time of the container's.
    case seek(MediaTime, generation: Int)
    case read(generation: Int)
    case wait(until: HostInstant?)
    /// Release the media: nothing more is read.
    case close
  }

  mutating func nextReadingStep(at now: HostInstant) -> ReadingStep {
    // What has failed is never read again.
    if isClosed || hasFailed { return .close }
    guard info != nil else { return isLoading ? .open : .wait(until: nil) }
    settle(at: now)
    if let step = nextPassStep(at: now) { return step }
    if let target = sourceTarget.take(), let time = readAhead.containerTime(of: target) {
      return .seek(time, generation: generation)
    }
    if readAhead.isAtEnd { return .wait(until: nil) }
    // A step reads on until its frame comes, however much lies before that.
    let position = pendingStep == nil ? placeToGoOn(at: now).nanoseconds(rounding: .down) : .max
    readAhead.consume(until: position, keepingFramesFrom: keptFrames)
    guard readAhead.isFull(at: position) else { return .read(generation: generation) }
    let refill = MediaTime.nanoseconds(readAhead.refillPosition(from: position))
    return .wait(until: isMoving ? timeline.instant(of: refill) : nil)
  }

  mutating func opened(_ info: MediaInfo, at now: HostInstant) {
    guard !isClosed else { return }
    var info = info
    info.chosenTracks = chosenTracks
    if let error = choiceError(info) { return fail(error, at: now) }
    self.info = info
    readAhead = ReadAhead(info: info)
    getReady(at: now)
  }

  /// Takes in a packet, or that there is no more.
  mutating func read(_ read: MediaRead, generation: Int, at now: HostInstant) {
    guard generation == self.generation, !isClosed else { return }
    settle(at: now)
    if isReadingNextPass {
      nextPass?.take(read)
      return
    }
    readAhead.take(read)
    if case .nothingYet = read { return release(at: now) }
    if keyframeSearch != nil { search(read, at: now) }
    getReady(at: now)
    guard isReady else { return }
    goOnStepping(at: now)
    guard keyframeSearch == nil else { return }
    let position = timeline.mediaAnchor
    if readAhead.isAtEnd, !isMoving, position > readAhead.limit {
      // A seek beyond the end, which was not known then.
      anchor(at: readAhead.limit, now)
      tell(.jumped, from: position, at: now)
    }
    if readAhead.isAtEnd || limit > timeline.mediaAnchor { land() }
    release(at: now)
  }

  /// Takes in that reading cannot go on. What has been read is played first.
  mutating func readingFailed(_ error: MediaError, generation: Int, at now: HostInstant) {
    guard generation == self.generation, !isClosed else { return }
    guard isReady else { return fail(error, at: now) }
    settle(at: now)
    if isReadingNextPass {
      nextPass?.finish(with: error)
      return
    }
    readAhead.finish(with: error)
    keyframeSearch = nil
    finishSeek(.failure(error))
    release(at: now)
  }

  /// Once zero is known the player is ready, at the place that was sought meanwhile.
  private mutating func getReady(at now: HostInstant) {
    guard status == .unknown, let info, let zero = readAhead.zero else { return }
    status = .readyToPlay
    isLoading = false
    chapters = PresentedChapter.all(of: info.chapters, zero: zero)
    declaredDuration = info.declaredDuration(from: zero)
    tellStatus()
    let target = placeToGoOn(at: now)
    if target > .zero, info.isSeekable {
      beginReading(at: target)
      // Nothing has been crossed of what was read.
      leftFrames = nil
      if pendingSeek?.tolerance == .keyframe {
        keyframeSearch = KeyframeSearch(target: target)
      }
    }
    release(at: now)
  }

  /// Why the tracks that were chosen cannot be played.
  private func choiceError(_ info: MediaInfo) -> MediaError? {
    let playable = info.tracks.filter { $0.kind == .audio || $0.kind == .video }.map(\.index)
    guard let unknown = chosenTracks?.first(where: { !playable.contains($0) }) else {
      return info.timelineTracks.isEmpty ? MediaError(.open, info.name, .noPlayableTrack) : nil
    }
    let list = playable.map(String.init).joined(separator: ", ")
    return MediaError(
      .open, info.name, .noSuchTrack, detail: "track \(unknown) of \(list)")
  }
}
