import PlayheadKit
import RemoteControl

/// Requests that apply to the current file. Call these from any thread, after the file is open.
extension FilePlayback {
  func seek(_ target: SeekTarget, _ tolerance: SeekTolerance) throws(SessionRefusal) {
    player.seek(to: try position(of: target), tolerance: tolerance) { [self] in report($0) }
    display?.update()
  }

  private func position(of target: SeekTarget) throws(SessionRefusal) -> MediaTime {
    switch target {
    case .position(let position): return max(position, .zero)
    case .offset(let offset):
      let from = player.currentTime()
      guard let target = from.adding(offset) else { throw .invalidValue }
      // The end is the limit, although the duration may be an estimate.
      let last = player.duration.map { max($0.time, from) } ?? target
      return max(min(target, last), .zero)
    case .fraction(let share):
      guard (0...1).contains(share) else { throw .invalidValue }
      guard let duration = player.duration?.time else { throw .unknownDuration }
      if share == 1 { return duration }
      guard let target = MediaTime(seconds: duration.seconds * share) else { throw .invalidValue }
      return target
    case .point(let point): return try position(of: point)
    case .chapters(let offset):
      guard let start = chapters.start(offset, from: player.currentTime()) else {
        let reason: ControlMessage = offset == 1 ? .atLastChapter : .noSuchChapter
        throw impossible(chapters.starts.isEmpty ? .file(.noChapters) : reason)
      }
      return start
    }
  }

  private func position(of point: MediaPoint) throws(SessionRefusal) -> MediaTime {
    guard let duration = player.duration?.time ?? (point.needsDuration ? nil : .zero) else {
      throw impossible(.unknownDuration)
    }
    let timecodes = state.withLock { $0.item.timecodes }
    if let position = point.position(in: duration, chapters: chapters, timecodes: timecodes) {
      return position
    }
    let absence = point.absence(chapters: chapters, timecodes: timecodes)
    throw absence.map { impossible(.file($0)) } ?? .invalidValue
  }

  private var chapters: ChapterList { player.mediaInfo.map(ChapterList.init) ?? ChapterList() }

  private func impossible(_ reason: ControlMessage) -> SessionRefusal {
    .impossible(reason.text, file: name)
  }

  /// Pauses, then moves by this number of frames, backward if negative. Calls `finished` when the
  /// step is complete or has failed.
  func step(_ count: Int, finished: @escaping @Sendable () -> Void) {
    player.step(byCount: count) { [self] in
      report($0)
      finished()
    }
  }

  /// Throws an error if the source cannot seek back to a target.
  func expectSeek(to target: SeekTarget) throws(SessionRefusal) {
    if player.mediaInfo?.isSeekable == false, try position(of: target) < player.currentTime() {
      throw .notSeekable
    }
  }

  /// Throws an error if the file has no frames to step by.
  func expectFrames() throws(SessionRefusal) {
    if state.withLock({ $0.item.hasVideo }) { return }
    throw .refused("\(MediaError(.read, name, .noFrames))")
  }

  /// Throws an error if the source is not seekable, because a loop could not return to its start.
  func expectLoop() throws(SessionRefusal) {
    if player.mediaInfo?.isSeekable == false { throw impossible(.file(.notLoopable)) }
  }

  private func report(_ result: Result<SeekResult, MediaError>) {
    guard case .failure(let error) = result else { return }
    // The file is about to be closed, or a newer seek replaced this one.
    if error.reason == .interrupted || error.reason == .cancelled { return }
    Messages.say("\(error)")
  }
}
