import PlayheadKit

/// What of the commands concerns the file that plays. All may be called from any thread, once it is
/// open.
extension FilePlayback {
  func seek(_ target: SeekTarget) throws(ControlError) {
    switch target {
    case .offset(let nanoseconds):
      let from = player.currentTime()
      guard let target = from.adding(.nanoseconds(nanoseconds)) else { return }
      // Beyond the end is the end, though that may be an estimate.
      let last = player.duration.map { max($0.time, from) } ?? target
      seek(to: max(min(target, last), .zero))
    case .point(let point):
      guard let duration = player.duration?.time ?? (point.needsDuration ? nil : .zero) else {
        throw ControlError(name, "its duration is unknown: there is no share of it to go to")
      }
      let chapters = player.mediaInfo.map(ChapterList.init) ?? ChapterList()
      let timecodes = state.withLock { $0.item.timecodes }
      guard
        let target = point.position(in: duration, chapters: chapters, timecodes: timecodes)
      else {
        guard let absence = point.absence(chapters: chapters, timecodes: timecodes) else { return }
        throw ControlError(name, absence)
      }
      seek(to: target)
    }
  }

  /// To the start of the chapter so many on (or back).
  func seek(chapters offset: Int) throws(ControlError) {
    let chapters = player.mediaInfo.map(ChapterList.init) ?? ChapterList()
    guard let start = chapters.start(offset, from: player.currentTime()) else {
      let reason = offset == 1 ? "at the last chapter" : "there is no such chapter"
      throw ControlError(name, chapters.starts.isEmpty ? chapters.absence(of: 1) : reason)
    }
    seek(to: start)
  }

  /// So many frames on, or back; pauses first. `finished` is called once that is done or has
  /// failed.
  func step(_ count: Int, finished: @escaping @Sendable () -> Void) {
    player.step(byCount: count) { [self] in
      tell($0)
      finished()
    }
  }

  /// Fails where the file cannot be gone back in: its loop would end at the seam.
  func expectLoop() throws(ControlError) {
    if player.mediaInfo?.isSeekable == false {
      throw ControlError(name, "cannot be looped: its source cannot go back")
    }
  }

  private func seek(to position: MediaTime) {
    player.seek(to: position) { [self] in tell($0) }
    state.withLock { $0.statusLine }?.noteJump()
  }

  private func tell(_ result: Result<SeekResult, MediaError>) {
    guard case .failure(let error) = result else { return }
    // The file is left, or sought in again.
    if error.reason == .interrupted || error.reason == .cancelled { return }
    Messages.say("\(error)")
  }
}
