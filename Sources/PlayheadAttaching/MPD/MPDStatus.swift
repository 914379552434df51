import PlayheadInterprocess
import PlayheadTimekeeping

/// What an MPD answers to `status`.
struct MPDStatus: Equatable, Sendable {
  enum State: Hashable {
    case stopped
    case paused
    case playing
  }

  var state = State.stopped
  /// The song's identifier in the queue.
  var song: String?
  var elapsed: MediaTime?
  /// Whether `elapsed` has milliseconds.
  var isFine = true
  var duration: MediaTime?
  var listIndex: PlayerFacts.ListIndex?
  var volume: Double?
  /// Whether the song is played again and again.
  var repeatsSong = false
  /// How long the sound is that MPD hands to its outputs at a time; nil if its format is not known.
  var chunk: Duration?
  /// Whether MPD has begun to decode the song.
  var isDecoded = true

  init(_ answer: MPDAnswer) {
    switch answer["state"] {
    case "play": state = .playing
    case "pause": state = .paused
    default: state = .stopped
    }
    song = answer["songid"]
    let times = answer["time"]?.split(separator: ":").map { MediaTime(text: $0) } ?? []
    elapsed = answer["elapsed"].flatMap { MediaTime(text: $0[...]) }
    if elapsed == nil, let whole = times.first ?? nil { (elapsed, isFine) = (whole, false) }
    duration =
      answer["duration"].flatMap { MediaTime(text: $0[...]) } ?? times.dropFirst().first ?? nil
    if let length = duration, length <= .zero { duration = nil }
    if let index = answer["song"].flatMap({ Int($0) }),
      let count = answer["playlistlength"].flatMap({ Int($0) }), index >= 0, index < count
    {
      listIndex = PlayerFacts.ListIndex(index: index, count: count)
    }
    volume = answer["volume"].flatMap { Double($0) }.flatMap { (0...100).contains($0) ? $0 : nil }
    repeatsSong = answer["repeat"] == "1" && answer["single"] == "1"
    chunk = answer["audio"].flatMap(Self.chunk)
    // It reports a change when it has.
    isDecoded = answer["audio"] != nil || elapsed ?? .zero > .zero
  }

  /// Returns the length of 4,096 bytes, about a chunk of MPD, in a format such as `44100:16:2`.
  private static func chunk(_ format: String) -> Duration? {
    let parts = format.split(separator: ":")
    guard parts.count == 3, let rate = Double(parts[0]), let channels = Double(parts[2]) else {
      return nil
    }
    // 24 bits take 32.
    let sizes: [Substring: Double] = ["8": 1, "16": 2, "24": 4, "32": 4, "f": 4]
    guard let size = sizes[parts[1]], (1_000...1_000_000).contains(rate),
      (1...64).contains(channels)
    else { return nil }
    return .microseconds(4_096 / (rate * size * channels) * 1e6)
  }

  /// How the values differ from the position.
  var habits: PositionHabits {
    var habits = MPDProtocol.habits
    if let chunk { habits.hold = chunk }
    if !isFine { habits.resolution = .seconds(1) }
    return habits
  }
}

extension MediaTime {
  fileprivate init?(text: Substring) {
    guard let seconds = NumberText.double(String(text)), seconds >= 0 else { return nil }
    self.init(seconds: seconds)
  }
}
