import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PortableCombine
import PlayheadTestEnvironment
import PlayheadTimekeeping

@testable import PlayheadCore

/// A player with subscribers to frames and keyframes, to which random commands are given, and the
/// values that are expected according to a sorted array of frame starts.
struct FrameSequence {
  typealias Recorder = RecordingSubscriber<PlayheadProgress, Never>

  /// Collects the discontinuities of the player.
  private final class Observer: PlaybackObserver {
    let changes = Locked<[PlaybackChange]>([])
    func playbackChanged(_ change: PlaybackChange) { changes.withLock { $0.append(change) } }
    func playerClosed() {}
  }

  /// The landed positions of steps, in milliseconds, each after its expected one.
  final class Landings: Sendable {
    let values = Locked<[(expected: Int64, landed: Int64)]>([])
  }

  private let frames: RandomFrames
  private let stage: Stage
  private let observer = Observer()
  let landings = Landings()
  private var numbers: SplitMix64
  let all: Recorder
  let keyframes: Recorder
  /// A subscriber that sometimes has no demand.
  let slow: Recorder
  private var isLooping = false
  private var numberDifferences: [String] = []
  private(set) var journal: [String] = []

  init(number: UInt64) {
    numbers = SplitMix64(seed: number)
    frames = RandomFrames(using: &numbers)
    stage = Stage(frames.media)
    (all, keyframes, slow) = (Recorder(), Recorder(), Recorder(asking: .max(2)))
    _ = stage.player.add(observer)
    stage.player.progressPublisher(on: .frames).subscribe(all)
    stage.player.progressPublisher(on: .keyframes).subscribe(keyframes)
    let schedule = Bool.random(using: &numbers) ? Schedule.frames : .keyframes
    stage.player.progressPublisher(on: schedule.union(.times([.seconds(1)]))).subscribe(slow)
    if Bool.random(using: &numbers) { stage.load() }
  }

  mutating func run(actionCount: Int) {
    for _ in 0..<actionCount {
      act()
      checkNumber()
    }
    stage.advance(milliseconds: 0)
  }

  private mutating func act() {
    let player = stage.player
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0...2:
      let rate = [Rate(1, 2), .normal, .normal, Rate(2, 1), Rate(8, 1)]
        .randomElement(using: &numbers)!
      journal.append("rate \(rate)")
      player.setRate(rate)
    case 3:
      journal.append("pause")
      player.pause()
    case 4, 5:
      let target = randomPosition()
      let tolerance: SeekTolerance = Bool.random(using: &numbers) ? .exact : .keyframe
      journal.append("seek \(target) \(tolerance)")
      player.beginSeek(to: .milliseconds(target), tolerance: tolerance)
    case 6: step()
    case 7:
      let (start, length) = (randomPosition(), Int64.random(in: 200...3_000, using: &numbers))
      isLooping = Bool.random(using: &numbers)
      journal.append(isLooping ? "loop \(start) \(start + length)" : "no loop")
      player.setLoop(
        isLooping
          ? PlaybackLoop(from: .milliseconds(start), to: .milliseconds(start + length)) : nil)
    case 8:
      let count = Int.random(in: 1...5, using: &numbers)
      journal.append("request \(count)")
      slow.request(.max(count))
    // If the end of a loop is passed before the last frames before it are read, they are lost.
    case 9 where !isLooping:
      let length = Int64.random(in: 1...900, using: &numbers)
      journal.append("skip \(length)")
      stage.clock.skip(by: .milliseconds(length))
    default:
      let length = Int.random(in: 0...1_500, using: &numbers)
      journal.append("advance \(length)")
      stage.advance(milliseconds: length)
    }
  }

  /// Often exactly the start of a frame.
  private mutating func randomPosition() -> Int64 {
    if Bool.random(using: &numbers) { return frames.starts.randomElement(using: &numbers)! }
    return Int64.random(in: 0...frames.end * 11 / 10, using: &numbers)
  }

  private mutating func step() {
    // Position zero must be known, and the playhead within the media.
    stage.load()
    stage.player.pause()
    let position = milliseconds(stage.player.currentTime())
    guard stage.player.status == .readyToPlay, position < frames.end else { return }
    let count = [1, -1, 0, 3, -4, 30, -40, 5_000, -5_000].randomElement(using: &numbers)!
    journal.append("step \(count) from \(position)")
    let number = max(frames.count(through: position) - 1 + count, 0)
    let expected = frames.starts[min(number, frames.starts.count - 1)]
    stage.player.beginStep(byCount: count) { [landings] result in
      guard case .success(let seek) = result else { return }
      let landed = seek.landed.nanoseconds(rounding: .down) / 1_000_000
      landings.values.withLock { $0.append((expected, landed)) }
    }
  }

  private mutating func checkNumber() {
    let time = stage.player.currentTime()
    guard let number = stage.player.frameNumber(at: time) else { return }
    if number != frames.count(through: milliseconds(time)) - 1 {
      numberDifferences.append("frame \(number) at \(time.seconds)")
    }
  }

  private func milliseconds(_ time: MediaTime) -> Int64 {
    time.nanoseconds(rounding: .down) / 1_000_000
  }

  // MARK: Comparison

  /// Returns what differs from the expected values.
  func differences() -> [String] {
    var differences = numberDifferences
    let (expected, optional) = expectedFrames()
    let recorders = [
      ("frames", all, expected), ("keyframes", keyframes, expected.filter(\.isKeyframe)),
    ]
    for (name, recorder, expected) in recorders {
      let found = recorder.values.filter { $0.boundary?.frame != nil }.map {
        FrameBoundary(start: $0.due, isKeyframe: $0.boundary?.frame == .keyframe)
      }
      let isSame =
        found.filter { !optional.contains($0) } == expected.filter { !optional.contains($0) }
      if !isSame { differences.append("\(name): \(text(found))\nexpected \(text(expected))") }
      if recorder.values.contains(where: { $0.skipped > 0 }) || !recorder.violations.isEmpty {
        differences.append("\(name): skipped values")
      }
    }
    for step in landings.values.withLock({ $0 }) where step.expected != step.landed {
      differences.append("step to \(step.landed), expected \(step.expected)")
    }
    return differences
  }

  private func text(_ frames: [FrameBoundary]) -> String {
    frames.map { "\(milliseconds($0.start))\($0.isKeyframe ? "k" : "")" }.joined(separator: " ")
  }

  /// The frames between one discontinuity and the next. A frame at the start of a pass counts once
  /// the playhead moves from there. If it would have moved, but was stopped at the same instant, the
  /// frame may be reported or not. Neither is it defined for a frame at the end of a loop, which is
  /// not presented.
  private func expectedFrames() -> (all: [FrameBoundary], optional: Set<FrameBoundary>) {
    var (expected, optional) = ([FrameBoundary](), Set<FrameBoundary>())
    var (start, includesStart) = (MediaTime.zero, true)
    var (passStart, wasPlaying) = (MediaTime.zero, false)
    func pass(to end: MediaTime, isMoving: Bool) {
      guard end != passStart || isMoving else {
        if wasPlaying { optional.formUnion(frames.all.filter { $0.start == end }) }
        return
      }
      expected += frames.all.filter {
        ($0.start > start || includesStart && $0.start == start) && $0.start <= end
      }
      if end >= start { (start, includesStart) = (end, false) }
    }
    for change in observer.changes.withLock({ $0 }) {
      let isJump = change.cause == .seeked || change.from != change.reading.position
      let isPlaying = change.reading.state == .playing
      pass(to: change.from, isMoving: isPlaying && !isJump)
      if change.cause == .looped {
        optional.formUnion(frames.all.filter { $0.start == change.from })
      }
      if isJump { (start, includesStart, passStart) = (change.position, true, change.position) }
      wasPlaying = isPlaying
    }
    let reading = stage.player.reading()
    pass(to: reading.position, isMoving: reading.state == .playing)
    return (expected, optional)
  }
}
