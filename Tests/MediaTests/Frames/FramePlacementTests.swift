import PlayheadMedia
import PlayheadTimekeeping
import Testing

/// Frames come in the order of presentation.
@Suite struct FramePlacementTests {
  private func track(
    frameRate: FrameRate? = nil, start: Int64? = nil, duration: Int64? = nil
  ) -> MediaTrack {
    var track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 1_000))
    (track.frameRate, track.startTicks, track.durationTicks) = (frameRate, start, duration)
    return track
  }

  /// Places frames at times in milliseconds.
  private func intervals(
    _ times: [Int64?], on track: MediaTrack, lasting length: Int64? = nil
  ) -> [Range<Int64>?] {
    var placement = FramePlacement(track: track)
    return times.map { placement.place(at: $0, lasting: length) }
  }

  @Test func framesWithATimeKeepIt() {
    #expect(intervals([40, 80, 70], on: track(), lasting: 20) == [40..<60, 80..<100, 70..<90])
  }

  @Test func aFrameWithoutATimeFollowsTheOneBefore() {
    #expect(
      intervals([nil, nil, 100, nil, 200], on: track(start: 7), lasting: 20)
        == [7..<27, 27..<47, 100..<120, 120..<140, 200..<220])
  }

  /// Three frames at 30 a second last 100 ms.
  @Test func framesOfARateAreCountedWithoutRoundingErrors() {
    let third = track(frameRate: FrameRate(30, 1))
    #expect(
      intervals([0, nil, nil, nil, nil], on: third)
        == [0..<33, 33..<66, 66..<99, 100..<133, 133..<166])
  }

  @Test func theUsualIntervalIsTheDurationOfFramesWithoutOne() {
    #expect(
      intervals([0, 40, 80, nil], on: track()) == [0..<0, 40..<80, 80..<120, 120..<160])
  }

  @Test func theDeclaredEndCutsADurationThatIsNotKnown() {
    let frames = track(frameRate: FrameRate(25, 1), duration: 50)
    #expect(intervals([0, 40, 80], on: frames) == [0..<40, 40..<50, 80..<120])
  }

  @Test func nothingFollowsTheGreatestTime() {
    #expect(intervals([.max, 0], on: track(), lasting: 20) == [nil, 0..<20])
  }

  @Test func theNextFrameElsewhereBeginsAnew() {
    var placement = FramePlacement(track: track(start: 7))
    _ = placement.place(at: 1_000, lasting: 20)
    placement.forgetLast()
    #expect(placement.place(at: nil, lasting: 20) == 7..<27)
  }
}
