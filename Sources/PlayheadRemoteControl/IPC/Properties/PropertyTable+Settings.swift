import PlayheadInterprocess
import PlaybackSession
import PlayheadTimekeeping

/// Properties that are settings of the session.
extension PropertyTable {
  /// The greatest volume in percent.
  static let volumeLimit = Double(Volume.greatest)

  private static let rates =
    Rate.playable.lowerBound.doubleValue...Rate.playable.upperBound.doubleValue

  static let settings: [MPVProperty] = [
    MPVProperty(
      "pause", .settings,
      setting: PropertySetting(.flag) { value, _ in .setPaused(value == .bool(true)) },
      read: { .bool($0.settings.isPaused) }),
    MPVProperty(
      "speed", .settings,
      setting: PropertySetting(.number(rates)) { value, _ throws(MPVError) in
        guard let rate = value.number.flatMap({ Rate($0) }) else { throw .propertyFormat }
        return .setRate(rate)
      },
      display: .hundredths, read: { .double($0.settings.rate.doubleValue) }),
    MPVProperty(
      "volume", .settings,
      setting: PropertySetting(.number(0...volumeLimit)) { value, _ in
        .setVolume(value.number ?? 0)
      },
      display: .whole, read: { .double($0.settings.volume) }),
    MPVProperty("volume-max", .never) { _ in .double(volumeLimit) },
    MPVProperty(
      "mute", .settings,
      setting: PropertySetting(.choice(.mute)) { value, _ in .setMuted(value == .bool(true)) },
      read: { .bool($0.settings.isMuted) }),
    loopFile("loop-file"), loopFile("loop"),
    MPVProperty(
      "loop-playlist", .settings,
      setting: PropertySetting(.choice(.loopPlaylist)) { value, _ in
        .setListLoop(Repetition(value, firstTimes: 0))
      },
      read: { $0.settings.listLoop.node(firstTimes: 0) }),
    MPVProperty(
      "keep-open", .settings,
      setting: PropertySetting(.choice(.keepOpen)) { value, _ in
        .setKeepOpen(value == .bool(true) ? .last : value == .bool(false) ? .none : .all)
      },
      read: { context in
        context.settings.keepOpen == .all
          ? .string("always") : .bool(context.settings.keepOpen == .last)
      }),
    MPVProperty(
      "idle", .settings,
      setting: PropertySetting(.choice(.idle)) { value, _ in
        .setWaitsForFiles(value != .bool(false))
      },
      read: { .bool($0.settings.waitsForFiles) }),
    MPVProperty(
      "force-media-title", .settings,
      setting: PropertySetting(.text) { value, _ in
        .setTitle(value.string.flatMap { $0.isEmpty ? nil : $0 })
      },
      read: { .string($0.settings.title ?? "") }),
    MPVProperty(
      "audio-delay", .never,
      setting: PropertySetting(.number(delays)) { value, context throws(MPVError) in
        guard value == audioDelay(context) else { throw .propertyError }
        return nil
      },
      display: .milliseconds, read: { audioDelay($0) }),
    fullscreen("fullscreen"), fullscreen("fs"),
    loopPoint("ab-loop-a", \.loopStart) { ($0, $1.loopEnd) },
    loopPoint("ab-loop-b", \.loopEnd) { ($1.loopStart, $0) },
  ]

  private static let delays = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  /// It is set when the session begins.
  private static func audioDelay(_ context: PropertyContext) -> MPVNode {
    .double(context.settings.audioDelay / .seconds(1))
  }

  /// There is no window.
  private static func fullscreen(_ name: String) -> MPVProperty {
    let setting = PropertySetting(.flag) { value, _ throws(MPVError) in
      guard value == .bool(false) else { throw .propertyError }
      return nil
    }
    return MPVProperty(name, .never, setting: setting) { _ in .bool(false) }
  }

  /// `loop-file` counts the repetitions after the first time.
  private static func loopFile(_ name: String) -> MPVProperty {
    MPVProperty(
      name, .settings,
      setting: PropertySetting(.choice(.loopFile)) { value, _ in
        .setFileLoop(Repetition(value, firstTimes: 1))
      },
      read: { $0.settings.fileLoop.node(firstTimes: 1) })
  }

  private static func loopPoint(
    _ name: String, _ point: @escaping @Sendable (SessionSettings) -> MediaTime?,
    range: @escaping @Sendable (MediaTime?, SessionSettings) -> (MediaTime?, MediaTime?)
  ) -> MPVProperty {
    MPVProperty(
      name, .settings,
      setting: PropertySetting(.time(mayBeUnset: true)) { value, context throws(MPVError) in
        let seconds = value.number
        let point = seconds.flatMap { MediaTime(clientSeconds: $0) }
        if seconds != nil, point == nil { throw .propertyFormat }
        let (start, end) = range(point.map { max($0, .zero) }, context.settings)
        return .setLoopRange(start: start, end: end)
      },
      display: .time,
      read: { point($0.settings).map { .double($0.seconds) } ?? .string("no") })
  }
}

extension Repetition {
  /// Creates a repetition from `no`, `inf` or a count. `first` is the total number of times for a count of zero.
  fileprivate init(_ value: MPVNode, firstTimes first: Int) {
    switch value {
    case .int(let count):
      let times = Int(count) + first
      self = times <= 1 ? .none : .times(times)
    case .bool(false): self = .none
    default: self = .endless
    }
  }

  fileprivate func node(firstTimes first: Int) -> MPVNode {
    switch self {
    case .none: .bool(false)
    case .times(let count): .int(Int64(count - first))
    case .endless: .string("inf")
    }
  }
}
