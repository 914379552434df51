import PlayheadAudio
import PlayheadMedia

/// The players of one output, in the order in which they are heard. Each writes into a lane.
///
/// A player writes when all players before it have written everything, so its samples follow theirs. It
/// does not wait until they are heard. All use the sample numbers of the output.
struct AudioLanes {
  /// The last request of a player.
  private enum Request {
    /// Nothing: it has not started, or has ended.
    case none
    case play
    case pause
  }

  /// A flush of whose samples the output does not know yet which it has discarded.
  private struct Flush {
    /// Whether the lane had written everything.
    var wasDrained: Bool
  }

  private struct Lane {
    var number: Int
    var request = Request.none
    /// Whether it plays, or is about to: its samples may be heard as soon as those before have been.
    var isWanted = false
    /// Whether it has stopped at a seek or for lack of media, and keeps its place while it is wanted.
    var isHeld = false
    /// Whether samples that it has written may not have been heard.
    var hasWritten = false
    /// Whether it has written everything.
    var isDrained = false
    /// Whether all of it has been heard.
    var isHeard = false
    /// The number of the sample after the last one that it has written.
    var end: Int64 = 0
    var hasLostSamples = false
    /// Nil unless the output is discarding samples of the lane.
    var flush: Flush?
    /// The number of the first sample that such a flush has discarded.
    var keptEnd: Int64?
    /// How many readings all players had requested when it last stopped.
    var requestCountAtStop = 0
  }

  let output: any AudioOutput
  let format: AudioFormat
  private var lanes: [Lane] = []
  private var nextNumber = 0
  /// How many readings all players have requested.
  private var requestCount = 0
  private var isClosed = false
  /// Why no player uses the output any more, although it reports no error.
  private(set) var failure: AudioError?
  private let isSuspect: Bool

  /// Creates an output without lanes. It is suspect if the one before has played nothing.
  init(_ output: any AudioOutput, isSuspect: Bool = false) {
    (self.output, format, self.isSuspect) = (output, output.format, isSuspect)
  }

  /// Whether the device may play nothing, as the one before: it has taken no samples yet.
  var mayPlayNothing: Bool { isSuspect && (status.reading?.samplesRead ?? 0) == 0 }

  /// Whether a player may join the others.
  var canBeJoined: Bool { !isClosed && failure == nil && output.status.error == nil }

  /// The state of the output. Any program may provide one, so the numbers are limited to those of real sound.
  private var status: AudioOutputStatus { output.status.limited }

  /// Makes all players leave the output.
  mutating func fail(_ error: AudioError) { failure = failure ?? error }

  /// Adds a lane behind the others, and returns its number.
  mutating func add() -> Int {
    defer { nextNumber += 1 }
    lanes.append(Lane(number: nextNumber))
    return nextNumber
  }

  /// The lane that is heard now, or next.
  private var front: Int? { lanes.firstIndex { !$0.isHeard } }

  private func index(of number: Int) -> Int? { lanes.firstIndex { $0.number == number } }

  // MARK: Writing

  mutating func status(of number: Int) -> AudioOutputStatus {
    settleFlush()
    var status = status
    status.error = status.error ?? failure
    guard let index = index(of: number) else { return status }
    status.hasLostSamples = lanes[index].hasLostSamples && lanes[index].flush == nil
    if !canWrite(index) { status.writableSampleCount = 0 }
    return status
  }

  /// What a lane has written that may not have been heard.
  func written(by number: Int) -> WrittenSound {
    guard let index = index(of: number), lanes[index].hasWritten else { return .nothing }
    guard isFirst(index) else { return .later }
    return isTaken(lanes[index]) ? .taken : .next
  }

  private func isTaken(_ lane: Lane) -> Bool {
    // What a flush has kept, the device had taken, although no reading may have shown that.
    lane.isHeard
      || lane.isDrained && lane.end <= max(status.reading?.samplesRead ?? 0, lane.keptEnd ?? 0)
  }

  private func canWrite(_ index: Int) -> Bool {
    isNext(index)
      && (lanes[index].isWanted || lanes[index].request != .pause || isIdle(before: index))
  }

  /// Whether the players before a lane have written everything.
  private func isNext(_ index: Int) -> Bool {
    !lanes[index].hasLostSamples && lanes[..<index].allSatisfy(\.isDrained)
  }

  /// Whether the device has taken all samples of the lanes before one.
  private func isFirst(_ index: Int) -> Bool {
    lanes[..<index].allSatisfy { !$0.hasWritten || isTaken($0) }
  }

  /// Whether a player that is paused can write: its samples are not discarded with those of others, and the device
  /// does not take them yet.
  private func isIdle(before index: Int) -> Bool {
    guard let front, front < index else { return true }
    return isFirst(index) && lanes[front].request != .play
  }

  /// Whether a next player has followed, although this one has more sound.
  private func isFollowed(_ index: Int) -> Bool {
    lanes[(index + 1)...].contains { $0.hasWritten && !isTaken($0) }
  }

  mutating func write(_ samples: UnsafeBufferPointer<Float>, _ number: Int) -> Int {
    settleFlush()
    guard let index = index(of: number), canWrite(index) else { return 0 }
    if isFollowed(index) {
      // Its flush discards what the next players have written.
      (lanes[index].hasLostSamples, lanes[index].keptEnd) = (true, nil)
      return 0
    }
    let count = min(max(output.write(samples), 0), samples.count / format.channelCount)
    if count > 0 {
      lanes[index].hasWritten = true
      lanes[index].end = status.nextSample
      (lanes[index].isDrained, lanes[index].isHeard) = (false, false)
    }
    return count
  }

  mutating func drain(_ number: Int) {
    guard let index = index(of: number), isNext(index) else { return }
    lanes[index].isDrained = true
    output.drain()
  }

  /// Plays the samples of a lane although the device waits for more, which are written only then.
  mutating func playWritten(_ number: Int) {
    if let index = index(of: number), isNext(index) { output.drain() }
  }

  // MARK: Playing

  /// Records whether a player plays or is about to.
  mutating func setWanted(_ isWanted: Bool, _ number: Int) {
    guard let index = index(of: number), lanes[index].isWanted != isWanted else { return }
    lanes[index].isWanted = isWanted
    if !isWanted { lanes[index].isHeld = false }
    arrange()
    if !isWanted, let front, lanes[front].number == number, lanes[front].request == .none {
      output.pause()
    }
    handOver()
  }

  /// Moves players that are about to start before those that are not and have written nothing.
  private mutating func arrange() {
    for index in lanes.indices where lanes[index].isWanted && !lanes[index].hasWritten {
      let idle = lanes[..<index].firstIndex {
        $0.request == .none && !$0.isWanted && !$0.hasWritten && !$0.isHeard
      }
      if let idle { lanes.insert(lanes.remove(at: index), at: idle) }
    }
  }

  /// A player that starts goes before players that wait, except those that keep their place.
  mutating func start(_ number: Int) {
    guard var index = index(of: number) else { return }
    lanes[index].request = .play
    (lanes[index].isHeld, lanes[index].isHeard) = (false, false)
    markHeardLanes(before: index)
    let waiting = lanes[..<index].firstIndex {
      $0.request != .play && !$0.isHeld && !$0.isHeard
    }
    if let waiting {
      if lanes[waiting..<index].contains(where: \.hasWritten) {
        output.pause()
        discard()
      }
      lanes.insert(lanes.remove(at: index), at: waiting)
      index = waiting
    }
    guard index == front else { return }
    output.start()
    // A device may wait for more samples. The next player, which has written the last ones, may have left.
    if lanes[index].isDrained { output.drain() }
  }

  /// Records which lanes were heard to their end before a pause: another one continues after them.
  private mutating func markHeardLanes(before end: Int) {
    guard let reading = status.reading, !reading.isPlaying else { return }
    for index in lanes[..<end].indices
    where lanes[index].isDrained && lanes[index].request == .pause
      && lanes[index].end <= reading.samplesRead
    {
      lanes[index].isHeard = true
    }
  }

  mutating func pause(_ number: Int) {
    guard let index = index(of: number) else { return }
    lanes[index].requestCountAtStop = requestCount
    if lanes[index].request == .play {
      (lanes[index].request, lanes[index].isHeld) = (.pause, lanes[index].isWanted)
    }
    if index == front { output.pause() }
    handOver()
  }

  /// Starts a player that waits for one that is paused or without media.
  private mutating func handOver() {
    guard let front, lanes[front].request != .play, !lanes[front].isWanted else { return }
    let waiting = lanes[front...].first { $0.request == .play }
    if let waiting { start(waiting.number) }
  }

  mutating func end(_ number: Int) {
    guard let index = index(of: number) else { return }
    let wasFront = index == front
    lanes[index].requestCountAtStop = requestCount
    (lanes[index].request, lanes[index].isHeld) = (.none, false)
    (lanes[index].isDrained, lanes[index].isHeard) = (true, true)
    if wasFront { playFront() }
    handOver()
  }

  /// Plays or pauses, as the player of the lane in front has requested.
  private func playFront() {
    guard let front else { return output.pause() }
    switch lanes[front].request {
    case .play: output.start()
    case .pause: output.pause()
    // If its player is about to start, its samples follow.
    case .none: if !lanes[front].isWanted || !lanes[front].hasWritten { output.pause() }
    }
  }

  // MARK: Readings

  mutating func requestReading() {
    requestCount += 1
    output.requestReading()
  }

  /// How many readings had been requested when a player last stopped: later ones show whether the device has, too.
  func requestCountAtStop(of number: Int) -> Int {
    index(of: number).map { lanes[$0].requestCountAtStop } ?? requestCount
  }

  // MARK: Discarding

  mutating func flush(_ number: Int) {
    guard let index = index(of: number) else { return }
    let isTaken = isTaken(lanes[index])
    if !lanes[index].hasLostSamples { lanes[index].keptEnd = nil }
    (lanes[index].isDrained, lanes[index].isHeard) = (false, false)
    if isTaken, lanes[(index + 1)...].contains(where: { $0.request == .play }) {
      // The others do not wait for it: it goes behind them.
      (lanes[index].request, lanes[index].hasWritten) = (.pause, false)
      lanes.append(lanes.remove(at: index))
    } else if lanes[index].hasWritten || lanes[index].hasLostSamples && isFollowed(index) {
      discard()
    }
    lanes[index].hasLostSamples = false
    arrange()
  }

  /// Discards the samples of all lanes that the device has not taken.
  private mutating func discard() {
    output.flush()
    for index in lanes.indices where lanes[index].hasWritten && !isTaken(lanes[index]) {
      lanes[index].flush = Flush(wasDrained: lanes[index].isDrained)
      lanes[index].hasWritten = false
      lanes[index].isDrained = false
      lanes[index].hasLostSamples = true
    }
  }

  /// Records which samples a flush has discarded, before others get their numbers.
  private mutating func settleFlush() {
    let status = status
    if status.isFlushing { return }
    for index in lanes.indices {
      guard let flush = lanes[index].flush.take() else { continue }
      lanes[index].keptEnd = status.nextSample
      if flush.wasDrained, lanes[index].hasLostSamples, lanes[index].end <= status.nextSample {
        // The device had taken all.
        lanes[index].hasLostSamples = false
        (lanes[index].hasWritten, lanes[index].isDrained) = (true, true)
      }
    }
  }

  /// The number of the first sample that the last flush has discarded of a lane; nil if it has discarded none.
  mutating func keptEnd(of number: Int) -> Int64? {
    settleFlush()
    return index(of: number).flatMap { lanes[$0].keptEnd }
  }

  mutating func close(_ number: Int) {
    guard let index = index(of: number) else { return }
    let wasFront = index == front
    let lane = lanes[index]
    if lanes.count == 1 {
      lanes.remove(at: index)
      isClosed = true
      return output.close()
    }
    if output.status.error == nil, !lane.isDrained {
      if wasFront { output.pause() }
      if lane.hasWritten { discard() }
    }
    lanes.remove(at: index)
    if wasFront, !lane.isDrained {
      // A player that has started must first see that the device has stopped.
      for index in lanes.indices where lanes[index].request == .play {
        lanes[index].hasLostSamples = true
      }
      // The players that are paused suppose that the device plays on.
      requestReading()
    }
    if wasFront, output.status.error == nil {
      playFront()
      handOver()
    }
  }
}

/// The samples that a player has written and that may not have been heard.
enum WrittenSound {
  case nothing
  /// The device has not taken all samples that other players have written before.
  case later
  /// The device takes them now.
  case next
  /// The device has taken all of them, and no others follow.
  case taken
}

extension AudioOutputStatus {
  /// More samples than any device plays: 372 years at 768,000 in a second. Few such numbers can be added.
  private static let greatestCount: Int64 = 1 << 53

  /// The state with all numbers of samples from 0 to the greatest one.
  var limited: AudioOutputStatus {
    func limited(_ count: Int64) -> Int64 { min(max(count, 0), Self.greatestCount) }
    var status = self
    status.writableSampleCount = Int(limited(Int64(writableSampleCount)))
    status.nextSample = limited(nextSample)
    status.samplesReadWhenEmpty = samplesReadWhenEmpty.map(limited)
    if let reading {
      status.reading?.samplesWritten = limited(reading.samplesWritten)
      status.reading?.samplesRead = limited(reading.samplesRead)
    }
    return status
  }
}
