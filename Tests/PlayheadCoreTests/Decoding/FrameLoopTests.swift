import PlayheadMedia
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Frames at the seam of a loop, where the next pass is decoded during the current one.
@Suite struct FrameLoopTests {
  /// The start, the end, and the decoding time of a frame, in milliseconds.
  private static let loops: [(Int64, Int64, Int64)] = [
    (0, 2_000, 20), (2_350, 4_000, 20), (2_360, 3_990, 20), (2_390, 5_010, 25), (2_000, 2_400, 15),
    (400, 600, 5),
  ]

  /// Up to nine frames must be decoded before the first one of a pass.
  @Test(arguments: loops)
  func noFrameIsLateAtTheSeam(start: Int64, end: Int64, decodingTime: Int64) {
    var film = DecodedFilm(frameCount: 150) { _ in decodingTime }
    film.loop(PlaybackLoop(from: .milliseconds(start), to: .milliseconds(end), count: 3))
    film.play(seconds: 13)
    let pass = frames(0..<6_000).filter { (start..<end).contains($0) }
    let whole = frames(0..<end) + pass + pass + frames(0..<6_000).filter { $0 >= end }
    #expect(film.given.map(\.position) == whole)
    // Nothing is decoded ahead when playback starts. Later frames are on time.
    #expect(film.given.count > 40)
    #expect(film.given.dropFirst(20).allSatisfy { $0.playhead - $0.position <= 1 })
    #expect(film.machine.counts.late == 0 && film.machine.counts.skipped == 0)
    #expect(!film.states.contains(.stalled) && film.playback.phase.state == .ended)
    #expect(film.most.frames <= 12 && film.most.encoded <= 32 << 20)
  }

  /// A seek to the seam wraps at once. The frames in between are not presented.
  @Test func framesBeforeASeekToTheSeamAreNotLate() {
    var film = DecodedFilm(frameCount: 50) { _ in 5 }
    film.loop(PlaybackLoop())
    film.play(seconds: 1)
    let count = film.given.count
    film.seek(to: 9_000)
    film.play(seconds: 1)
    #expect(film.machine.counts.late == 0)
    #expect(film.given.dropFirst(count).first?.position == 0)
  }

  @Test func thereIsNoPauseAtTheSeam() {
    let stage = FrameStage(FrameStage.twoTracks(seconds: 4))
    let progress = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(interval: .seconds(100)).subscribe(progress)
    let (pictures, sounds) = (stage.record(track: 0), stage.record(track: 1))
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(250), to: .milliseconds(1_250), count: 3))
    stage.player.play()
    stage.advance(milliseconds: 20_000)
    #expect(
      progress.values.map { "\($0.cause) \($0.hostInstant.nanoseconds / 1_000_000)" } == [
        "started 1000", "looped 2250", "looped 3250", "ended 7000",
      ])
    func passes(_ step: Int64) -> [Int64] {
      let pass = frames(0..<4_000, every: step).filter { (250..<1_250).contains($0) }
      let (first, rest) = (frames(0..<1_250, every: step), frames(0..<4_000, every: step))
      return first + pass + pass + rest.filter { $0 >= 1_250 }
    }
    #expect(pictures.milliseconds == passes(40) && sounds.milliseconds == passes(20))
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func thereIsNoPauseAtTheSeamIfOneTrackHasEnded() {
    let stage = FrameStage(FrameStage.twoTracks(seconds: 20, ofPictures: 2_000))
    let progress = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(interval: .seconds(100)).subscribe(progress)
    let (pictures, sounds) = (stage.record(track: 0), stage.record(track: 1))
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(990), to: .seconds(3)))
    stage.player.play()
    stage.advance(milliseconds: 7_019)
    #expect(progress.values.map(\.cause) == [.started, .looped, .looped])
    #expect(
      pictures.milliseconds == frames(0..<2_000) + frames(1_000..<2_000) + frames(1_000..<2_000))
    #expect(
      sounds.milliseconds == frames(0..<3_000, every: 20) + frames(1_000..<3_000, every: 20)
        + frames(1_000..<3_000, every: 20))
  }

  /// Also while the decoder is at the next pass.
  @Test(arguments: stride(from: 1_210, through: 1_950, by: 40).map { Int64($0) })
  func aLoopEndedOrChangedAtAnyTimeLosesNoFrame(instant: Int64) {
    for isChanged in [false, true] {
      // Longer than the read-ahead.
      let stage = FrameStage(FakeMedia(frameCount: 300))
      let recorder = stage.record()
      stage.player.setLoop(PlaybackLoop(from: .milliseconds(210), to: .milliseconds(990)))
      stage.player.play()
      stage.advance(milliseconds: Int(instant))
      stage.player.setLoop(
        isChanged
          ? PlaybackLoop(from: .milliseconds(520), to: .milliseconds(2_000), count: 2) : nil)
      stage.advance(milliseconds: 16_000)
      // The playhead has wrapped once before 1,770 ms, and twice after.
      let pass = frames(240..<990)
      let passes = instant < 1_770 ? pass : pass + pass
      let rest = isChanged ? frames(520..<2_000) : []
      let first = frames(0..<990) + passes.prefix(passes.count - pass.count)
      #expect(
        recorder.milliseconds
          == first + frames(240..<2_000) + rest + frames(2_000..<12_000), "\(isChanged)")
      #expect(stage.player.frameCounts.late == 0 && recorder.violations.isEmpty)
    }
  }

  /// The read-ahead is full.
  @Test(arguments: [(0, 0), (0, 150), (20, 100), (300, 500)])
  func aLoopWithinTheReadAheadThatIsEndedLosesNoFrame(begin: Int, length: Int) {
    let stage = FrameStage(FakeMedia(frameCount: 500))
    let recorder = stage.record()
    stage.load()
    stage.player.play()
    stage.advance(milliseconds: begin)
    stage.player.setLoop(PlaybackLoop(to: .milliseconds(Int64(begin + length + 200))))
    stage.advance(milliseconds: length)
    stage.player.setLoop(nil)
    stage.advance(milliseconds: 20_000)
    #expect(recorder.milliseconds == frames(0..<20_000))
    #expect(stage.player.frameCounts.late == 0 && stage.player.playbackState == .ended)
  }

  /// The packets of the current pass are read again before those of the other loop.
  @Test func aLoopReplacedByAnotherWithinTheReadAheadLosesNoFrame() {
    let stage = FrameStage(FakeMedia(frameCount: 500))
    let recorder = stage.record()
    stage.load()
    stage.player.play()
    stage.advance(milliseconds: 300)
    stage.player.setLoop(PlaybackLoop(from: .zero, to: .milliseconds(450)))
    stage.advance(milliseconds: 0)
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(3), count: 2))
    stage.advance(milliseconds: 20_000)
    #expect(recorder.milliseconds == frames(0..<3_000) + frames(1_000..<18_320))
    #expect(stage.player.frameCounts.late == 0)
  }

  /// The packets from the playhead on are read again. Frames that were decoded before are not
  /// delivered again.
  @Test(arguments: [100, 150, 300, 440, 700, 1_000])
  func aSeekWithinTheMediaReadAfterALoopWasEndedRepeatsNoFrame(distance: Int64) {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    stage.load()
    stage.player.setLoop(PlaybackLoop(to: .seconds(2)))
    stage.player.play()
    stage.advance(milliseconds: 300)
    stage.player.setLoop(nil)
    stage.advance(milliseconds: 0)
    stage.player.beginSeek(to: .milliseconds(300 + distance))
    stage.advance(milliseconds: 5_000)
    let first = (300 + distance + 39) / 40 * 40
    #expect(recorder.milliseconds == frames(0..<301) + frames(first..<4_000))
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func aSeekAcrossTheSeamRestartsDecoding() {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(200), to: .milliseconds(1_000)))
    stage.player.play()
    stage.advance(milliseconds: 900)
    // Forwards within the media read, beyond the loop, and back into it.
    stage.player.beginSeek(to: .milliseconds(950))
    stage.player.beginSeek(to: .milliseconds(1_500))
    stage.advance(milliseconds: 100)
    stage.player.beginSeek(to: .milliseconds(300))
    stage.advance(milliseconds: 800)
    #expect(
      recorder.milliseconds
        == frames(0..<901) + frames(1_520..<1_601) + frames(320..<1_000) + frames(200..<301))
    #expect(stage.player.frameCounts.late == 0)
  }
}
