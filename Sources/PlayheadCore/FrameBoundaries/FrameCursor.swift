import Timekeeping

/// Which frames playback has come to and which one is next: the frames of a schedule.
struct FrameCursor {
  private let isForKeyframes: Bool
  /// Those that are known to come next.
  private var frames: ArraySlice<FrameIndex.Frame> = []
  private var isLast = false
  /// Where the frames begin that were not told yet.
  private var start: MediaTime
  private var includesStart: Bool
  /// How many frames were told or given up since reading began; nil until the index says so.
  private var count: Int?

  init(_ kind: Schedule.Frames, from position: MediaTime, isInclusive: Bool) {
    isForKeyframes = kind == .keyframes
    start = position
    includesStart = isInclusive
  }

  /// What is to be asked of the player; nil where enough is known.
  func request(isListening: Bool) -> FrameSupply.Request? {
    if isListening, !frames.isEmpty || isLast { return nil }
    return FrameSupply.Request(
      start: start, includesStart: includesStart, isForKeyframes: isForKeyframes,
      isListening: isListening)
  }

  /// Takes in what the player gave; returns how many frames it could not give any more.
  mutating func take(_ supply: FrameSupply) -> Int {
    frames = supply.frames[...]
    isLast = supply.isLast
    guard let before = supply.countBefore.map(number) else { return 0 }
    defer { count = max(before, count ?? before) }
    return max(before - (count ?? before), 0)
  }

  /// The same, of frames that were read before reading began anew.
  mutating func take(left index: FrameIndex) -> Int {
    guard let request = request(isListening: true) else { return 0 }
    let lost = take(FrameSupply(index, for: request, at: start, batch: .max))
    isLast = true
    return lost
  }

  var next: FrameIndex.Frame? { frames.first }

  /// Whether the frames after `next` are not known, so that one must ask.
  var isExhausted: Bool { frames.isEmpty && !isLast }

  mutating func pass() {
    guard let frame = frames.popFirst() else { return }
    start = frame.start
    includesStart = false
    count? += 1
  }

  /// Gives up the frames up to the position at which there were so many; returns how many those
  /// are.
  mutating func skip(through position: MediaTime, _ passed: FrameIndex.Count) -> Int {
    let passed = number(passed)
    defer {
      count = max(passed, count ?? passed)
      if position >= start { (start, includesStart) = (position, false) }
      frames = frames.drop { $0.start <= position }
      if frames.isEmpty { isLast = false }
    }
    return max(passed - (count ?? passed), 0)
  }

  /// Begins anew at a position before which there are so many.
  mutating func move(to position: MediaTime, _ before: FrameIndex.Count?) {
    restart()
    (start, includesStart) = (position, true)
    count = before.map(number)
  }

  /// Goes on where it is with frames that are read, and counted, anew.
  mutating func restart() {
    frames = []
    isLast = false
    count = nil
  }

  private func number(_ count: FrameIndex.Count) -> Int {
    isForKeyframes ? count.keyframes : count.all
  }
}
