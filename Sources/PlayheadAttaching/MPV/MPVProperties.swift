import PlayheadInterprocess
import PlayheadMedia
import PlayheadTimekeeping

/// The values of the properties that are observed of an mpv.
struct MPVProperties: Equatable, Sendable {
  /// The properties of the file, read again for each, because mpv pushes no value that is the same as before.
  /// `playlist-pos` may be that of the next file before the present one is closed.
  static let ofFile = [
    "path", "media-title", "duration", "chapter-list", "playlist-playing-pos", "playlist-count",
    "seekable", "demuxer-start-time",
  ]
  static let ofPlayback = [
    "pause", "core-idle", "paused-for-cache", "seeking", "eof-reached", "speed", "volume", "mute",
    "container-fps", "working-directory", "rebase-start-time",
  ]
  /// The properties of loops, and others. Facts are reported also if they are not known.
  static let optional = [
    "loop-file", "ab-loop-a", "ab-loop-b", "ab-loop-count", "audio-pitch-correction",
  ]
  static let required = ofFile + ofPlayback

  private(set) var location: String?
  private(set) var title: String?
  private var statedDuration: MediaTime?
  /// For how long the duration of a file that is played must not grow to be known again.
  private static let quietTime: Duration = .seconds(30)
  /// How often the duration has grown since the file was loaded, or since it last stayed the same for that long.
  private var growthCount = 0
  /// Since when the file has been played, and its duration has not grown; nil while it is not played.
  private var quietSince: HostInstant?
  private(set) var chapters: [PlayerFacts.Chapter]?
  private(set) var index: Int?
  private(set) var count: Int?
  private(set) var canSeek = false
  private(set) var isPaused = false
  private(set) var isCoreIdle = false
  private(set) var waitsForMedia = false
  private(set) var isSeeking = false
  private(set) var hasReachedEnd = false
  private(set) var rate = Rate.normal
  private(set) var volume: Double?
  private(set) var isMuted: Bool?
  /// Whether the pitch stays at other rates than 1; nil if it is not known.
  private(set) var correctsPitch: Bool?
  private(set) var frameRate: Double?
  /// The directory that a relative path is relative to.
  private(set) var directory: String?
  private var containerStart: MediaTime?
  private var isRebased = true
  private var loopsFile = false
  private var loopsPart = true
  /// How often something is repeated still, by the names of the properties; nil for without end.
  private var repetitions: [String: Int] = [:]
  /// Whether the last repetition was counted, though it may not have begun. Otherwise the user has ended the loop.
  private(set) var isLastPass = false
  /// The two ends of the part that is repeated.
  private var loopEnds: [String: MediaTime] = [:]

  /// The duration; nil if it is not known. That of a stream without an end is the end of the cache, which grows.
  var duration: MediaTime? { growthCount < 2 ? statedDuration : nil }

  /// Whether the file is a still image, which has no time: mpv states a duration of zero for it.
  private(set) var isStill = false

  /// The container's time at which the position is zero.
  var zero: MediaTime? { isRebased ? containerStart : .zero }

  /// The part that is repeated; nil if there is none. A part has precedence over the file.
  var loop: PlayerFacts.Loop? {
    let start = isRebased ? MediaTime.zero : containerStart ?? .zero
    let end = duration.flatMap { start.adding($0) }
    if loopsPart, let one = loopEnds["ab-loop-a"], let other = loopEnds["ab-loop-b"], one != other {
      let last = max(one, other)
      return PlayerFacts.Loop(start: min(one, other), end: end.map { min($0, last) } ?? last)
    }
    return loopsFile ? PlayerFacts.Loop(start: start, end: end) : nil
  }

  /// The place in the list of the player.
  var listIndex: PlayerFacts.ListIndex? {
    guard let index, let count, index < count else { return nil }
    return PlayerFacts.ListIndex(index: index, count: count)
  }

  /// Records whether the file is played. While the cache of a stream without an end is played, it grows.
  mutating func settleDuration(isPlaying: Bool, at now: HostInstant) {
    guard growthCount > 0, isPlaying else { return quietSince = nil }
    let start = quietSince ?? now
    quietSince = start
    if start.duration(to: now) >= Self.quietTime { (growthCount, quietSince) = (0, nil) }
  }

  /// Sets a property; nil if it is unavailable. A value of a type that it cannot have counts as nil.
  mutating func set(_ name: String, _ value: MPVNode?) {
    let flag = value == .bool(true)
    switch name {
    case "path": (location, growthCount, quietSince) = (value?.string, 0, nil)
    case "media-title": title = value?.string.map(ExactText.readable)
    case "duration":
      isStill = value?.time == .zero
      let duration = value?.time.flatMap { $0 > .zero ? $0 : nil }
      if let duration, let former = statedDuration, duration > former {
        (growthCount, quietSince) = (min(growthCount + 1, 2), nil)
      }
      statedDuration = duration
    case "chapter-list": chapters = value.flatMap(Self.chapters)
    case "playlist-playing-pos": index = value?.index
    case "playlist-count": count = value?.index
    case "seekable": canSeek = flag
    case "pause": isPaused = flag
    case "core-idle": isCoreIdle = flag
    case "paused-for-cache": waitsForMedia = flag
    case "seeking": isSeeking = flag
    case "eof-reached": hasReachedEnd = flag
    case "speed": rate = value?.number.flatMap(Rate.init).flatMap { $0.isPaused ? nil : $0 } ?? rate
    case "volume": volume = value?.number.flatMap { $0.isFinite ? $0 : nil }
    case "mute": isMuted = if case .bool(let flag) = value { flag } else { nil }
    case "audio-pitch-correction":
      correctsPitch = if case .bool(let flag) = value { flag } else { nil }
    case "container-fps": frameRate = value?.number
    case "working-directory": directory = value?.string
    case "demuxer-start-time": containerStart = value?.time
    case "rebase-start-time": isRebased = value != .bool(false)
    case "loop-file":
      loopsFile = value != nil && value != .bool(false) && value != .string("no")
      countRepetition(name, value, repeats: loopsFile)
    case "ab-loop-a", "ab-loop-b": (loopEnds[name], isLastPass) = (value?.time, false)
    case "ab-loop-count":
      loopsPart = value?.number != 0
      countRepetition(name, value, repeats: loopsPart)
    default: break
    }
  }

  private mutating func countRepetition(_ name: String, _ value: MPVNode?, repeats: Bool) {
    isLastPass = !repeats && repetitions[name] == 1
    repetitions[name] = value?.index
  }

  private static func chapters(_ list: MPVNode) -> [PlayerFacts.Chapter]? {
    guard case .array(let entries) = list else { return nil }
    let chapters = entries.compactMap { entry in
      entry["time"]?.time.map {
        PlayerFacts.Chapter(start: $0, title: entry["title"]?.string.map(ExactText.readable))
      }
    }
    return chapters.sorted { $0.start < $1.start }
  }
}

extension MPVNode {
  /// The time of a number of seconds; nil for other values and for numbers that no time can have.
  var time: MediaTime? { number.flatMap { MediaTime(seconds: $0) } }

  fileprivate var index: Int? {
    int.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}
