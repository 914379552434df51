import PlayheadCore
import PlayheadMedia
import PlayheadTimekeeping

/// The properties of the current item that its media has.
struct ItemMedia {
  private struct Opened {
    var info: MediaInfo
    var start: MediaTime
    var end: MediaTime?
    var isExact = false
    var chapters: [PresentedChapter]
  }

  private enum Stage {
    /// It is not opened.
    case none
    /// It may become known, or it is being opened.
    case awaited
    case opened(Opened)
  }

  /// The greatest difference of durations that is not reported. Some players report whole seconds.
  private static let tolerance = MediaTime.seconds(1)

  private var stage: Stage
  private var hasNoticedFailure = false
  private var hasNoticedDuration = false

  /// - Parameter isPermitted: Whether media is opened.
  init(isPermitted: Bool) { stage = isPermitted ? .awaited : .none }

  /// Receives a report of the reader. Returns the notice for the user, if there is one.
  mutating func receive(_ report: ObservedMediaReport) -> ItemNotice? {
    switch (report, stage) {
    case (.opened(let info, let start, let end, let chapters), _):
      stage = .opened(Opened(info: info, start: start, end: end, chapters: chapters))
    case (.measured(let end), .opened(var opened)):
      (opened.end, opened.isExact) = (end, true)
      stage = .opened(opened)
    case (.failed(let error), _):
      if case .awaited = stage { stage = .none }
      defer { hasNoticedFailure = true }
      return hasNoticedFailure ? nil : .unreadable(error)
    case (.measured, _): break
    }
    return nil
  }

  /// Adds the properties of the media to an item.
  func describe(_ item: inout AttachedItem) {
    guard case .opened(let opened) = stage else { return }
    item.media = opened.info
    item.duration = opened.end ?? item.duration
    if item.chapters.isEmpty { item.chapters = opened.chapters }
  }

  /// The chapters of an item that it has described; nil if the media may still have some.
  func chapters(of item: AttachedItem) -> [PresentedChapter]? {
    if case .awaited = stage, item.chapters.isEmpty { return nil }
    return item.chapters
  }

  /// Returns that the player reports another duration than the media has, once.
  mutating func noticeDuration(ofPlayer duration: MediaTime?) -> ItemNotice? {
    guard case .opened(let opened) = stage, !hasNoticedDuration, let duration,
      opened.isExact || !opened.info.isDurationEstimated, let end = opened.end,
      let length = end.subtracting(opened.start),
      let difference = max(length, duration).subtracting(min(length, duration)),
      difference > Self.tolerance
    else { return nil }
    hasNoticedDuration = true
    return .otherDuration(ofPlayer: duration, ofMedia: length)
  }
}
