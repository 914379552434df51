import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Between seeks the position never decreases, whatever the timestamps are.
@Suite struct MonotonicPositionTests {
  /// Timestamps that continue, jump, wrap, are missing or are absurd.
  private func media(_ numbers: inout SplitMix64) -> FakeMedia {
    var tracks = [MediaTrack(index: 0, kind: .video, timebase: .milliseconds)]
    if Bool.random(using: &numbers) {
      tracks.append(MediaTrack(index: 1, kind: .audio, timebase: Timebase(1, 90_000)))
    }
    var ticks = Int64.random(in: -100_000...100_000, using: &numbers)
    let hasStart = Bool.random(using: &numbers)
    for index in tracks.indices where hasStart { tracks[index].startTicks = ticks }
    var steps: [FakeMedia.Step] = []
    for index in 0..<200 {
      switch Int.random(in: 0..<40, using: &numbers) {
      case 0: ticks += .random(in: -10_000_000...10_000_000, using: &numbers)
      case 1: ticks -= 1 << 33
      case 2: ticks = .random(in: .min / 4 ... .max / 4, using: &numbers)
      case 3: steps.append(.pause(.milliseconds(Int64.random(in: 1...3_000, using: &numbers))))
      default: ticks = ticks &+ Int64.random(in: -40...80, using: &numbers)
      }
      let isMissing = Int.random(in: 0..<10, using: &numbers) == 0
      var packet = PacketTiming(
        track: Int.random(in: tracks.indices, using: &numbers),
        presentationTicks: isMissing ? nil : ticks,
        durationTicks: Int.random(in: 0..<3, using: &numbers) == 0 ? nil : 40,
        byteCount: 100, isKeyframe: index % 10 == 0)
      packet.isDiscarded = Int.random(in: 0..<20, using: &numbers) == 0
      steps.append(.packet(packet))
    }
    let info = MediaInfo(name: "fake", container: "fake", tracks: tracks, isSeekable: true)
    return FakeMedia(info: info, steps: steps)
  }

  @Test func positionsOnlyGrow() {
    for seed in 0..<UInt64(TestEffort.rounds(100)) {
      var numbers = SplitMix64(seed: seed)
      let clock = ManualHostClock()
      let player = Player(media: media(&numbers), clock: clock)
      var values: [PlayheadProgress] = []
      let recorder = RecordingSubscriber<PlayheadProgress, Never>(onValue: { _, value in
        values.append(value)
        return .none
      })
      player.progressPublisher(interval: .milliseconds(250)).subscribe(recorder)
      player.play()
      var last = MediaTime.zero
      for _ in 0..<400 where player.playbackState != .ended {
        clock.advance(by: .milliseconds(Int64.random(in: 0...200, using: &numbers)))
        if Int.random(in: 0..<10, using: &numbers) == 0 {
          player.setRate(Rate(Int32.random(in: 1...32, using: &numbers), 2))
        }
        let now = player.currentTime()
        #expect(now >= last, "seed \(seed)")
        last = now
        if let duration = player.duration { #expect(now <= duration.time, "seed \(seed)") }
      }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0.position <= $1.position })
      #expect(!values.isEmpty, "seed \(seed)")
      player.close()
    }
  }
}
