import PlaybackSession
import PlayheadCore
import PlayheadInterprocess
import PlayheadTimekeeping

/// Properties of the playhead, and of what playback does.
extension PropertyTable {
  static let position: [MPVProperty] = [
    MPVProperty("time-pos", .position, setting: seeks, display: .time) {
      $0.position.map(MPVNode.double)
    },
    MPVProperty("playback-time", .position, setting: seeks, display: .time) {
      $0.position.map(MPVNode.double)
    },
    MPVProperty("time-remaining", .position, display: .time) { $0.remaining.map(MPVNode.double) },
    MPVProperty("playtime-remaining", .position.union(.settings), display: .time) { context in
      context.remaining.map { .double($0 / context.settings.rate.doubleValue) }
    },
    MPVProperty("audio-pts", .position, display: .time) { context in
      context.track(.audio) == nil ? nil : context.position.map(MPVNode.double)
    },
    MPVProperty("percent-pos", .position, setting: percents, display: .whole) { context in
      if context.isAtEnd { return .double(100) }
      guard let duration = context.duration, duration > 0, let position = context.position else {
        return nil
      }
      return .double(min(max(position / duration * 100, 0), 100))
    },
    MPVProperty("estimated-frame-number", .position) { context in
      if let number = context.progress?.frameNumber { return .int(Int64(number)) }
      return frames(until: context.position, context)
    },
    MPVProperty("chapter", .position, setting: chapterSetting) { context in
      context.chapterIndex.map { .int(Int64($0)) }
    },
    MPVProperty("chapter-metadata", .position) { context in
      guard let index = context.chapterIndex, index >= 0 else { return nil }
      return .object(context.chapters[index].title.map { [.init("TITLE", .plain($0))] } ?? [])
    },
  ]

  static let state: [MPVProperty] = [
    MPVProperty("duration", .state, display: .time) { $0.duration.map(MPVNode.double) },
    MPVProperty("estimated-frame-count", .state) { frames(until: $0.duration, $0) },
    MPVProperty("seeking", .state) { context in
      context.player.map { _ in .bool(context.isSeeking) }
    },
    MPVProperty("eof-reached", .state) { $0.hasReachedEnd.map(MPVNode.bool) },
    MPVProperty("core-idle", .state) { .bool($0.progress?.state != .playing) },
    MPVProperty("idle-active", .state) { .bool($0.snapshot.currentIndex == nil) },
    MPVProperty("playback-abort", .state) { .bool($0.snapshot.currentIndex == nil) },
    MPVProperty("paused-for-cache", .state) { context in
      context.progress.map { .bool($0.state == .stalled && !context.isSeeking) }
    },
    MPVProperty("cache-buffering-state", .state) { context in
      context.progress.map { .int($0.state == .stalled ? 0 : 100) }
    },
    MPVProperty("time-start", .never, display: .time) { _ in .double(0) },
    MPVProperty("seekable", .file) { $0.info.map { .bool($0.isSeekable) } },
    MPVProperty("partially-seekable", .file) { $0.info.map { _ in .bool(false) } },
  ]

  private static func frames(until time: Double?, _ context: PropertyContext) -> MPVNode? {
    guard let time, let rate = context.track(.video)?.frameRate?.framesPerSecond else { return nil }
    return Int64(exactly: (time * rate).rounded(.down)).map(MPVNode.int)
  }

  private static let seeks = makeSetting(.time(mayBeUnset: false), if: { $0.player != nil }) {
    value, _ throws(MPVError) in
    guard let seconds = value.number, let position = MediaTime(clientSeconds: seconds) else {
      throw .propertyFormat
    }
    return .seek(.position(max(position, .zero)), .exact)
  }

  private static let percents = makeSetting(
    .number(0...100), if: { $0.player != nil && $0.duration != nil }
  ) { value, _ in .seek(.fraction((value.number ?? 0) / 100), .exact) }

  private static let chapterSetting: PropertySetting = {
    var setting = makeSetting(.whole(-1...Int64(Int32.max)), if: { $0.chapterIndex != nil }) {
      value, context throws(MPVError) in
      guard let index = value.int else { throw .propertyUnavailable }
      if index == -1 { return .seek(.position(.zero), .exact) }
      guard index < context.chapters.count else { throw .propertyFormat }
      return .seek(.position(context.chapters[Int(index)].position), .exact)
    }
    setting.step = { count, context in requestForChapter(after: count, context) }
    return setting
  }()

  /// The time within a chapter after which going back leads to its start, not to the previous chapter.
  private static let chapterThreshold = MediaTime.seconds(5)

  /// Returns the request to go by a number of chapters: after the last one to the next entry, or to the end.
  private static func requestForChapter(
    after count: Double, _ context: PropertyContext
  ) -> SessionRequest? {
    let (chapters, position) = (context.chapters, context.progress?.position ?? .zero)
    let current = context.chapterIndex ?? -1
    var steps = Int(exactly: count.rounded(.toNearestOrEven)) ?? 0
    steps = min(max(steps, -chapters.count - 1), chapters.count + 1)
    if steps < 0, chapters.indices.contains(current),
      let elapsed = position.subtracting(chapters[current].position), elapsed > chapterThreshold
    {
      steps += 1
    }
    let index = current + steps
    guard index < chapters.count else {
      let settings = context.settings
      if settings.keepOpen != .none { return nil }
      let following = (context.snapshot.currentIndex ?? -1) + 1
      let hasNext = following < context.snapshot.list.count || settings.listLoop != .none
      return hasNext ? .next : .stop(keepsList: true)
    }
    return .seek(.position(index < 0 ? .zero : chapters[index].position), .exact)
  }

  private static func makeSetting(
    _ kind: ValueKind, if isAvailable: @escaping @Sendable (PropertyContext) -> Bool,
    request: @escaping @Sendable (MPVNode, PropertyContext) throws(MPVError) -> SessionRequest?
  ) -> PropertySetting {
    var setting = PropertySetting(kind, request: request)
    setting.isAvailable = isAvailable
    return setting
  }
}
