import Media
import Timekeeping

/// Frames for one who tells when the playhead comes to them, taken out of the index with a reading:
/// some, so that it need not be asked at each.
struct FrameSupply {
  /// What is wanted.
  struct Request {
    /// Frames that begin here or later.
    var start: MediaTime
    /// Where false, those that begin at `start` are not wanted either.
    var includesStart: Bool
    var isForKeyframes: Bool
    /// Whether they are wanted at all, and not only counted.
    var isListening: Bool
  }

  /// How many are handed out at once.
  private static let batch = 64

  private(set) var frames: [FrameIndex.Frame] = []
  /// How many there were before those; nil as long as others may come before them.
  private(set) var countBefore: FrameIndex.Count?
  /// How many there are up to the position of the reading, that included.
  private(set) var countPassed = FrameIndex.Count()
  /// Whether no others can come.
  private(set) var isLast: Bool

  init(
    _ index: FrameIndex, for request: Request, at position: MediaTime, batch: Int = batch
  ) {
    let start =
      request.includesStart ? index.place(from: request.start) : index.place(after: request.start)
    if index.isKnown(through: request.start) { countBefore = index.count(before: start) }
    countPassed = index.count(before: index.place(after: position))
    isLast = false
    guard request.isListening else { return }
    var place = start
    while place < index.count, frames.count < batch, index.isKnown(through: index[place].start) {
      if !request.isForKeyframes || index[place].isKeyframe { frames.append(index[place]) }
      place += 1
    }
    isLast = index.isComplete && place == index.count
  }
}

/// One who is told of frames: what the player keeps and wakes for it.
struct FrameReader {
  let timer: any HostTimer
  var request: FrameSupply.Request
  /// Whether it has been given nothing, and is to be woken when there is something.
  var isStarving: Bool
}

extension Player.State {
  /// Returns the timers of the readers that had no frames and now have some.
  mutating func readersToWake() -> [any HostTimer] {
    if frameReaders.isEmpty { return [] }
    let position = MediaTime.zero
    var timers: [any HostTimer] = []
    for (key, reader) in frameReaders where reader.isStarving {
      let supply = FrameSupply(
        machine.feed.readAhead.frames, for: reader.request, at: position, batch: 1)
      guard !supply.frames.isEmpty || supply.isLast else { continue }
      frameReaders[key]?.isStarving = false
      timers.append(reader.timer)
    }
    return timers
  }

  /// Forgets a reader; the caller releases its timer outside the lock.
  mutating func removeFrameReader(_ key: ObjectIdentifier) -> FrameReader? {
    guard let reader = frameReaders.removeValue(forKey: key) else { return nil }
    keepNeededFrames()
    return reader
  }

  private mutating func keepNeededFrames() {
    machine.feed.neededFrames = frameReaders.values.lazy.map(\.request.start).min()
  }

  /// Hands out frames, and keeps those that come after them for whoever listens.
  mutating func supply(
    _ request: FrameSupply.Request, to key: ObjectIdentifier, firing timer: any HostTimer,
    at position: MediaTime
  ) -> FrameSupply {
    let supply = FrameSupply(machine.feed.readAhead.frames, for: request, at: position)
    let listens = request.isListening && observers[key] != nil
    frameReaders[key] =
      listens
      ? FrameReader(
        timer: timer, request: request,
        isStarving: supply.frames.isEmpty && !supply.isLast) : nil
    keepNeededFrames()
    return supply
  }
}

extension Player {
  /// The player as it is, with frames that come next for one of its observers.
  func reading(
    supplying request: FrameSupply.Request, to observer: any PlaybackObserver,
    firing timer: any HostTimer
  ) -> (PlaybackReading, FrameSupply?) {
    let (reading, supply, control) = state.withLock { state in
      let reading = state.machine.reading(at: clock.now)
      let supply = state.supply(
        request, to: ObjectIdentifier(observer), firing: timer, at: reading.position)
      return (reading, supply, state.machine.log.hasNews ? state.control : nil)
    }
    control?.wake()
    return (reading, supply)
  }
}
