import PlayheadKit

/// Commands that apply to the current file. Call these from any thread, after the file is open.
extension FilePlayback {
  func seek(_ target: SeekTarget) throws(ControlError) {
    switch target {
    case .offset(let nanoseconds):
      let from = player.currentTime()
      guard let target = from.adding(.nanoseconds(nanoseconds)) else { return }
      // The end is the limit, although the duration may be an estimate.
      let last = player.duration.map { max($0.time, from) } ?? target
      seek(to: max(min(target, last), .zero))
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

  /// Throws an error if the source is not seekable, because a loop could not return to its start.
  func expectLoop() throws(ControlError) {
    if player.mediaInfo?.isSeekable == false {
      throw ControlError(name, .file(.notLoopable))
    }
  }

  private func seek(to position: MediaTime) {
    player.seek(to: position) { [self] in report($0) }
    state.withLock { $0.statusLine }?.noteJump()
  }

  private func report(_ result: Result<SeekResult, MediaError>) {
    guard case .failure(let error) = result else { return }
    // The file is about to be closed, or a newer seek replaced this one.
    if error.reason == .interrupted || error.reason == .cancelled { return }
    Messages.say("\(error)")
  }
}
