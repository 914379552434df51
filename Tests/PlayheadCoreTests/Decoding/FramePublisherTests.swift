import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// The frame publisher on the manual clock, exact to the nanosecond.
@Suite struct FramePublisherTests {
  @Test func eachFrameIsDeliveredOnceAtItsPresentationTime() throws {
    let stage = FrameStage(FakeMedia(frameCount: 250))
    var instants: [Int64] = []
    let start = stage.clock.now.nanoseconds
    let recorder = RecordingSubscriber<PresentedFrame, Never>(onValue: { _, frame in
      instants.append(stage.clock.now.nanoseconds - start)
      return .none
    })
    stage.player.framePublisher().subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 20_000)
    #expect(recorder.milliseconds == frames(0..<10_000))
    #expect(instants == frames(0..<10_000).map { $0 * 1_000_000 })
    #expect(recorder.violations.isEmpty)
    #expect(recorder.completion == nil)
    var counts = FrameCounts()
    (counts.decoded, counts.published) = (250, 250)
    #expect(stage.player.frameCounts == counts)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.decodedTracks == [0])
  }

  @Test func aFrameHasItsTimingFormatAndData() throws {
    let stage = FrameStage(FakeMedia(frameCount: 25, start: 3_600_000))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 40)
    let frame = try #require(recorder.values.last)
    #expect(frame.position == .milliseconds(40))
    #expect(frame.timing.presentationTicks == 3_600_040)
    #expect(frame.duration == .milliseconds(40) && frame.end == .milliseconds(80))
    #expect(frame.kind == .video && frame.timing.track == 0)
    #expect(frame.timing.pictureType == "P" && !frame.timing.isKeyframe)
    #expect(frame.format == .video(width: 8, height: 1, pixelFormat: "gray"))
    #expect(!frame.isCorrupt)
    let ticks = frame.withUnsafeBytes { bytes, stride in
      #expect(stride == 8)
      return bytes.loadUnaligned(as: Int64.self).littleEndian
    }
    #expect(ticks == 3_600_040)
    #expect(frame.withUnsafeBytes(ofPlane: 1) { bytes, _ in bytes.isEmpty })
  }

  @Test func withoutDecodingThePublisherOnlyCompletes() {
    let stage = FrameStage(FakeMedia(frameCount: 25), decoding: .none)
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 2_000)
    #expect(recorder.values.isEmpty && recorder.completion == nil)
    #expect(stage.player.frameCounts == FrameCounts())
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(recorder.isFinished)
  }

  @Test(arguments: [(Decoding.audio, [1]), (.video, [0]), (.all, [0, 1])])
  func onlyChosenTracksAreDecoded(decoding: Decoding, tracks: [Int]) {
    let stage = FrameStage(FrameStage.twoTracks(seconds: 2), decoding: decoding)
    let (all, pictures, sounds) = (stage.record(), stage.record(track: 0), stage.record(track: 1))
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    #expect(Set(stage.player.decodedTracks) == Set(tracks))
    #expect(Set(all.values.map(\.timing.track)) == Set(tracks))
    #expect(pictures.milliseconds == (tracks.contains(0) ? frames(0..<2_000) : []))
    #expect(sounds.milliseconds == (tracks.contains(1) ? frames(0..<2_000, every: 20) : []))
    #expect(all.values.count == pictures.values.count + sounds.values.count)
    #expect(all.milliseconds == all.milliseconds.sorted())
    // A frame that two subscribers received counts once.
    #expect(stage.player.frameCounts.published == all.values.count)
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func aPauseKeepsThePresentFrameAndRepeatsNone() {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 1_010)
    stage.player.pause()
    stage.advance(milliseconds: 10_000)
    #expect(recorder.milliseconds == frames(0..<1_040))
    // No thread wakes.
    #expect(!stage.clock.advanceToNext())
    // A new subscriber receives the present frame.
    let other = stage.record()
    stage.advance(milliseconds: 10)
    #expect(other.milliseconds == [1_000])
    stage.player.play()
    stage.advance(milliseconds: 100)
    #expect(recorder.milliseconds == frames(0..<1_120))
    #expect(other.milliseconds == frames(1_000..<1_120))
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func theLastFrameStaysAtTheEnd() {
    let stage = FrameStage(FakeMedia(frameCount: 25))
    stage.player.play()
    stage.advance(milliseconds: 5_000)
    #expect(stage.player.playbackState == .ended)
    let recorder = stage.record()
    stage.advance(milliseconds: 0)
    #expect(recorder.milliseconds == [960])
  }

  @Test func framesFollowTheRate() {
    let stage = FrameStage(FakeMedia(frameCount: 250))
    let recorder = stage.record()
    stage.player.setRate(Rate(16, 1))
    stage.advance(milliseconds: 300)
    stage.player.setRate(Rate(1, 2))
    stage.advance(milliseconds: 200)
    #expect(recorder.milliseconds == frames(0..<4_920))
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test(arguments: [1_990, 2_000, 2_001, 4_000, 9_000] as [Int64])
  func aSeekDeliversTheFirstFrameAtOrAfterItsTarget(target: Int64) {
    let first = (target + 39) / 40 * 40
    for isPlaying in [false, true] {
      let stage = FrameStage(FakeMedia(frameCount: 250))
      let recorder = stage.record()
      stage.player.play()
      stage.advance(milliseconds: 1_000)
      if !isPlaying { stage.player.pause() }
      stage.advance(milliseconds: 0)
      let count = recorder.values.count
      #expect(recorder.milliseconds == frames(0..<1_040))
      stage.player.beginSeek(to: .milliseconds(target))
      // At once if the playhead does not move, otherwise at its time.
      stage.advance(milliseconds: isPlaying ? 39 : 0)
      #expect(Array(recorder.milliseconds.dropFirst(count)).first == first)
      stage.player.play()
      stage.advance(milliseconds: 200)
      let after = Array(recorder.milliseconds.dropFirst(count))
      #expect(after == frames(first..<target + (isPlaying ? 240 : 201)))
      #expect(stage.player.frameCounts.late == 0 && stage.player.frameCounts.skipped == 0)
    }
  }

  @Test func aSeekBackDeliversFramesAgain() {
    let stage = FrameStage(FakeMedia(frameCount: 250))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    stage.player.beginSeek(to: .milliseconds(500))
    stage.advance(milliseconds: 100)
    #expect(recorder.milliseconds == frames(0..<3_040) + frames(520..<640))
  }

  @Test func afterSeveralSeeksOnlyTheLastTargetIsDelivered() {
    let stage = FrameStage(FakeMedia(frameCount: 250))
    let recorder = stage.record()
    stage.load()
    for target in [8_000, 100, 5_000, 3, 7_000] as [Int64] {
      stage.player.beginSeek(to: .milliseconds(target))
    }
    stage.advance(milliseconds: 0)
    #expect(recorder.milliseconds == [0, 7_000])
  }

  @Test func duringAStallNoFrameIsDelivered() {
    let stage = FrameStage(.pausing(for: .seconds(2), after: 25, of: 50))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 1_500)
    #expect(stage.player.playbackState == .stalled)
    #expect(recorder.milliseconds == frames(0..<1_000))
    stage.advance(milliseconds: 4_000)
    #expect(recorder.milliseconds == frames(0..<2_000))
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func framesReadBeforeAnErrorAreDelivered() {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let stage = FrameStage(
      FakeMedia(
        info: FakeMedia(frameCount: 1).info, steps: FakeMedia.frames(0..<25) + [.failure(error)]))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    #expect(stage.player.status == .failed(error))
    #expect(recorder.milliseconds == frames(0..<1_000))
    #expect(recorder.completion == nil)
  }

  @Test func corruptPacketsAreCountedAndPlaybackContinues() {
    let steps = FakeMedia.frames(0..<50).enumerated().map { index, step -> FakeMedia.Step in
      guard case .packet(var packet) = step, [7, 20, 21].contains(index) else { return step }
      packet.isCorrupt = true
      return .packet(packet)
    }
    let stage = FrameStage(FakeMedia(info: FakeMedia(frameCount: 50).info, steps: steps))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    #expect(
      recorder.milliseconds == frames(0..<2_000).filter { ![280, 800, 840].contains($0) })
    #expect(stage.player.frameCounts.corrupt == 3)
    #expect(stage.player.frameCounts.decoded == 47)
  }
}
