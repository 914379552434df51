import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadLocking
import PlayheadTestEnvironment
import Testing

/// Seeks and loops of a player on real media, on the manual clock.
@Suite struct SeekingPlayerTests {
  /// Returns the position of the last keyframe at or before a position, found by reading all
  /// packets.
  private func keyframe(_ path: String, before target: MediaTime) throws -> MediaTime? {
    let media = try PreparedMedia(path: path)
    let source = try media.open(interruption: Interruption())
    let track = try #require(source.info.timelineTracks.first)
    let zero = try #require(source.info.presentationStart)
    var found: MediaTime?
    while case .packet(let packet) = try source.read() {
      guard packet.track == track.index, packet.isKeyframe, let ticks = packet.presentationTicks,
        let position = track.time(ofTicks: ticks).subtracting(zero), position <= target
      else { continue }
      found = max(found ?? .zero, position)
    }
    return found
  }

  @Test(arguments: [
    "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "bbb_vp9_opus.webm",
    "coffee_vbr_art.mp3", "mediafile-full.m4a", "beepflash/bf_wrap.ts",
  ])
  func aKeyframeSeekLandsOnTheKeyframeAtOrBeforeTheTarget(name: String) throws {
    let clock = ManualHostClock()
    let player = Player(path: Repository.sample(name), clock: clock)
    player.beginLoading()
    clock.advance(by: .zero)
    for milliseconds in [4_321, 40, 2_999, 5_000, 0] as [Int64] {
      let landed = Locked<MediaTime?>(nil)
      player.beginSeek(to: .milliseconds(milliseconds), tolerance: .keyframe) { result in
        landed.withLock { $0 = try? result.get().landed }
      }
      clock.advance(by: .zero)
      let target = min(.milliseconds(milliseconds), player.duration?.time ?? .zero)
      let expected = try keyframe(Repository.sample(name), before: target) ?? target
      #expect(landed.withLock { $0 } == expected)
      #expect(player.currentTime() == expected)
    }
  }

  /// Covers files without an index: transport streams, and audio frames without a container.
  @Test func aSeekIsExactWithoutAnIndex() throws {
    let directory = try TemporaryDirectory()
    // 500 frames of 1,024 samples of silence at 44.1 kHz, each with its ADTS header.
    let frame: [UInt8] = [
      0xFF, 0xF1, 0x50, 0x40, 13 >> 3, (13 & 7) << 5 | 0x1F, 0xFC, 0, 0xC8, 0, 0x80, 0x23, 0x80,
    ]
    let path = try directory.write(
      Data(Array(repeating: frame, count: 500).joined()), to: "silence.aac")
    for (file, end) in [
      (path, MediaTime(ticks: 500 * 1_024, timebase: Timebase(1, 44_100))),
      (Repository.sample("coffee_vbr_art.mp3"), nil),
      (Repository.sample("beepflash/bf_wrap.ts"), nil),
      (Repository.sample("bbb_start3600.ts"), nil), (Repository.sample("pygame-blue.mpg"), nil),
    ] {
      let clock = ManualHostClock()
      let whole = Player(path: file, clock: clock)
      whole.play()
      clock.advance(by: .seconds(100))
      let length = try #require(whole.duration)
      #expect(whole.playbackState == .ended && length.isExact)
      if let end { #expect(length.time == end) }
      let player = Player(path: file, clock: clock)
      player.beginLoading()
      clock.advance(by: .zero)
      for part in [7, 1, 5, 0, 3] as [Int64] {
        let target = MediaTime.nanoseconds(length.time.nanoseconds(rounding: .down) / 8 * part)
        player.beginSeek(to: target)
        player.play()
        clock.advance(by: .milliseconds(10))
        #expect(player.currentTime() == target.adding(.milliseconds(10)))
        player.pause()
      }
      // Playback from there reaches the same end.
      player.play()
      clock.advance(by: .seconds(100))
      #expect(player.playbackState == .ended)
      #expect(player.currentTime() == length.time)
    }
  }

  @Test(arguments: ["bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv"])
  func aLoopInRealMediaIsSeamless(name: String) {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let player = Player(path: Repository.sample(name), clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
    player.setLoop(PlaybackLoop(from: .milliseconds(700), to: .milliseconds(2_000), count: 21))
    player.play()
    clock.advance(by: .seconds(27))
    let looped = recorder.values.filter { $0.cause == .looped }
    #expect(looped.map(\.completedLoops) == Array(1...20))
    let milliseconds = looped.map { Int64($0.hostInstant.nanoseconds / 1_000_000) }
    #expect(milliseconds == Array(stride(from: 3_000, to: 29_000, by: 1_300)))
    #expect(looped.allSatisfy { $0.hostInstant.nanoseconds % 1_000_000 == 0 })
    #expect(player.currentTime() == .milliseconds(700 + 300))
    #expect(player.stalledTime == .zero)
  }

  /// Each pass delivers the same frames, from the first at or after the start to the last before
  /// the end.
  @Test func everyPassOfADecodedLoopDeliversItsFrames() {
    let stage = DecodedStage(path: Repository.sample("bbb_small.mp4"), decoding: .video)
    let recorder = stage.record()
    stage.player.setLoop(
      PlaybackLoop(from: .milliseconds(700), to: .milliseconds(2_000), count: 4))
    stage.player.setForwardPlaybackEnd(.milliseconds(2_000))
    stage.player.beginSeek(to: .milliseconds(700))
    stage.player.play()
    stage.clock.advance(by: .seconds(20))
    #expect(stage.player.currentTime() == .seconds(2) && stage.player.playbackState == .paused)
    let positions = recorder.values.map(\.position)
    let passes = positions.reduce(into: [[MediaTime]]()) { passes, position in
      if let last = passes.last?.last, position > last {
        passes[passes.count - 1].append(position)
      } else {
        passes.append([position])
      }
    }
    #expect(passes.count == 4)
    let expected = DecodedStage.frames(ofFile: "bbb_small.mp4", decoding: .video)
      .map(\.position).filter { $0 >= .milliseconds(700) && $0 < .seconds(2) }
    #expect(passes.allSatisfy { Array($0.prefix(expected.count)) == expected })
    #expect(stage.player.frameCounts.late == 0)
    #expect(stage.player.playedTime == .milliseconds(5_200))
  }
}
