import PlayheadKit
import RemoteControl

/// Commands that apply to the current file. Call these from any thread, after the file is open.
extension FilePlayback {
  func seek(_ target: SeekTarget) throws(ControlError) {
    switch target {
    case .offset(let nanoseconds):
      if let target = position(at: .nanoseconds(nanoseconds)) { seek(to: target) }
    case .point(let point):
      guard let duration = player.duration?.time ?? (point.needsDuration ? nil : .zero) else {
        throw ControlError(name, .unknownDuration)
      }
      let chapters = player.mediaInfo.map(ChapterList.init) ?? ChapterList()
      let timecodes = state.withLock { $0.item.timecodes }
      guard
        let target = point.position(in: duration, chapters: chapters, timecodes: timecodes)
      else {
        guard let absence = point.absence(chapters: chapters, timecodes: timecodes) else { return }
        throw ControlError(name, .file(absence))
      }
      seek(to: target)
    }
  }

  /// Seeks as another program requests.
  func seek(
    _ destination: SeekDestination, _ tolerance: SeekTolerance
  ) throws(SessionRefusal) {
    let target: MediaTime?
    switch destination {
    case .position(let position): target = max(position, .zero)
    case .offset(let offset): target = self.position(at: offset)
    case .fraction(let share):
      guard (0...1).contains(share) else { throw .invalidValue }
      guard let duration = player.duration?.time else { throw .unknownDuration }
      target = share == 1 ? duration : MediaTime(seconds: duration.seconds * share)
    }
    guard let target else { throw .invalidValue }
    if player.mediaInfo?.isSeekable == false, target < player.currentTime() { throw .notSeekable }
    seek(to: target, tolerance: tolerance)
  }

  /// Returns the position at a distance from the playhead, within the media; nil if it is too far for
  /// a media time.
  private func position(at offset: MediaTime) -> MediaTime? {
    let from = player.currentTime()
    guard let target = from.adding(offset) else { return nil }
    // The end is the limit, although the duration may be an estimate.
    let last = player.duration.map { max($0.time, from) } ?? target
    return max(min(target, last), .zero)
  }

  /// Seeks to the start of the chapter that is `offset` chapters after the current one, or before
  /// it.
  func seek(chapters offset: Int) throws(ControlError) {
    let chapters = player.mediaInfo.map(ChapterList.init) ?? ChapterList()
    guard let start = chapters.start(offset, from: player.currentTime()) else {
      let reason: ControlMessage = offset == 1 ? .atLastChapter : .noSuchChapter
      throw ControlError(name, chapters.starts.isEmpty ? .file(.noChapters) : reason)
    }
    seek(to: start)
  }

  /// Pauses, then moves by this number of frames, backward if negative. Calls `finished` when the
  /// step is complete or has failed.
  func step(_ count: Int, finished: @escaping @Sendable () -> Void) {
    player.step(byCount: count) { [self] in
      report($0)
      finished()
    }
  }

  /// Throws an error if the file has no frames to step by.
  func expectFrames() throws(SessionRefusal) {
    if state.withLock({ $0.item.hasVideo }) { return }
    throw .refused("\(MediaError(.read, name, .noFrames))")
  }

  /// Throws an error if the source is not seekable, because a loop could not return to its start.
  func expectLoop() throws(ControlError) {
    if player.mediaInfo?.isSeekable == false {
      throw ControlError(name, .file(.notLoopable))
    }
  }

  func seek(to position: MediaTime, tolerance: SeekTolerance = .exact) {
    player.seek(to: position, tolerance: tolerance) { [self] in report($0) }
    display?.update()
  }

  private func report(_ result: Result<SeekResult, MediaError>) {
    guard case .failure(let error) = result else { return }
    // The file is about to be closed, or a newer seek replaced this one.
    if error.reason == .interrupted || error.reason == .cancelled { return }
    Messages.say("\(error)")
  }
}
