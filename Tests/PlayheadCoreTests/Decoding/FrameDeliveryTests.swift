import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PortableCombine
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The frames that a subscriber receives over random sequences of commands, compared with an array of
/// all frame starts.
@Suite struct FrameDeliveryTests {
  /// Collects the discontinuities of the player.
  private final class Observer: PlaybackObserver {
    let changes = Locked<[PlaybackChange]>([])
    func playbackChanged(_ change: PlaybackChange) { changes.withLock { $0.append(change) } }
    func playerClosed() {}
  }

  private struct Expected {
    var start: Int64
    /// Whether the frame may also be missing.
    var isOptional: Bool
  }

  private static let length: Int64 = 8_000

  @Test(arguments: 0..<UInt64(TestEffort.rounds(50)))
  func eachFrameIsDeliveredOncePerPass(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let stage = FrameStage(FakeMedia(frameCount: Int(Self.length / 40)))
    let observer = Observer()
    _ = stage.player.add(observer)
    let recorder = stage.record()
    var journal: [String] = []
    for _ in 0..<25 { journal.append(act(stage.player, stage, &numbers)) }
    stage.advance(milliseconds: 0)
    let expected = expectedFrames(stage.player, observer)
    let isExpected = matches(recorder.milliseconds, expected)
    #expect(
      isExpected,
      "\(journal)\n\(recorder.milliseconds)\n\(expected.map { $0.isOptional ? -$0.start : $0.start })"
    )
  }

  private func act(
    _ player: Player, _ stage: FrameStage, _ numbers: inout SplitMix64
  ) -> String {
    defer { stage.advance(milliseconds: 0) }
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0...2:
      let rate = [Rate(1, 2), .normal, Rate(2, 1)].randomElement(using: &numbers)!
      player.setRate(rate)
      return "rate \(rate)"
    case 3:
      player.pause()
      return "pause"
    case 4:
      let target = Int64.random(in: 0...Self.length, using: &numbers)
      player.beginSeek(to: .milliseconds(target))
      return "seek \(target)"
    case 5:
      // Usually within the read-ahead.
      let target = player.currentTime().adding(.milliseconds(.random(in: 0...900, using: &numbers)))
      player.beginSeek(to: target!)
      return "seek \(target!.seconds)"
    case 6, 7:
      let start = Int64.random(in: 0...Self.length, using: &numbers)
      let end = start + .random(in: 200...3_000, using: &numbers)
      player.setLoop(PlaybackLoop(from: .milliseconds(start), to: .milliseconds(end)))
      return "loop \(start) \(end)"
    case 8:
      player.setLoop(nil)
      return "no loop"
    default:
      let duration = Int.random(in: 0...900, using: &numbers)
      stage.advance(milliseconds: duration)
      return "advance \(duration)"
    }
  }

  /// The frames that the playhead passed between one jump and the next. If it has not reached the
  /// next frame, a paused player has delivered it.
  private func expectedFrames(_ player: Player, _ observer: Observer) -> [Expected] {
    var expected: [Expected] = []
    func pass(from start: Int64, to end: Int64) {
      let all = stride(from: Int64(0), to: Self.length, by: 40).filter { $0 >= start }
      expected += all.prefix { $0 < end }.map { Expected(start: $0, isOptional: false) }
      if let next = all.first(where: { $0 >= end }) {
        expected.append(Expected(start: next, isOptional: true))
      }
    }
    var start: Int64 = 0
    for change in observer.changes.withLock({ $0 })
    where change.cause == .seeked || change.from != change.reading.position {
      pass(from: start, to: milliseconds(change.from))
      start = milliseconds(change.position)
    }
    pass(from: start, to: milliseconds(player.currentTime()))
    return expected
  }

  /// Rounded up, so that frames before a position are those that start before its milliseconds.
  private func milliseconds(_ time: MediaTime) -> Int64 {
    (time.nanoseconds(rounding: .up) + 999_999) / 1_000_000
  }

  private func matches(_ frames: [Int64], _ expected: [Expected]) -> Bool {
    // The numbers of frames that can match the expected ones until now.
    var counts: Set<Int> = [0]
    for frame in expected {
      let matching = counts.filter { $0 < frames.count && frames[$0] == frame.start }.map { $0 + 1 }
      counts = frame.isOptional ? counts.union(matching) : Set(matching)
    }
    return counts.contains(frames.count)
  }
}
