import PlaybackSession
import PlayheadMedia
import PlayheadRecords
import PlayheadTimekeeping

/// Points of the file that depend on its contents.
extension FilePlayback {
  /// Returns the position of a point or chapter. Throws why the file does not have it.
  func position(of target: SeekTarget) throws(SessionRefusal) -> MediaTime {
    try target.position(
      of: recorded.item, chapters: player.mediaInfo.map(ChapterList.init) ?? ChapterList(),
      from: player.currentTime(), duration: player.duration?.time)
  }

  /// Throws an error if the file has no frames to step by, or for a loop.
  func check(_ request: SessionRequest) throws(SessionRefusal) {
    guard case .step = request else {
      throw .impossible(ControlMessage.file(.notLoopable).text, file: name)
    }
    if recorded.item.hasVideo { return }
    throw .refused("\(MediaError(.read, of: name, reason: .noFrames))")
  }
}

extension SeekTarget {
  /// Returns the position of a point or chapter of an item. Throws why it does not have it.
  package func position(
    of item: PlayedItem, chapters: ChapterList, from current: MediaTime, duration: MediaTime?
  ) throws(SessionRefusal) -> MediaTime {
    func impossible(_ reason: ControlMessage) -> SessionRefusal {
      .impossible(reason.text, file: item.file)
    }
    switch self {
    case .chapters(let offset):
      if let start = chapters.start(offset, from: current) { return start }
      let reason: ControlMessage = offset == 1 ? .atLastChapter : .noSuchChapter
      throw impossible(chapters.starts.isEmpty ? .file(.noChapters) : reason)
    case .point(let point):
      guard let duration = duration ?? (point.needsDuration ? nil : .zero) else {
        throw impossible(.unknownDuration)
      }
      let timecodes = item.timecodes
      if let position = point.position(in: duration, chapters: chapters, timecodes: timecodes) {
        return position
      }
      let absence = point.absence(chapters: chapters, timecodes: timecodes)
      throw absence.map { impossible(.file($0)) } ?? .invalidValue
    case .position, .offset, .fraction: throw .invalidValue
    }
  }
}
