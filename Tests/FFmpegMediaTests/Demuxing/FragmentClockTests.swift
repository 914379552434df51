import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// The judgement of fragments of a second, in milliseconds.
@Suite struct FragmentClockTests {
  private static func clock(_ starts: [Int64], isCredible: Bool = true) -> FragmentClock {
    var clock = FragmentClock(Timebase(1, 1_000))
    for (number, start) in starts.enumerated() {
      clock.add(fragment(number, start), after: nil, isCredible: isCredible, othersContinue: false)
    }
    return clock
  }

  private static func fragment(_ number: Int, _ start: Int64) -> FragmentClock.Fragment {
    let offset = Int64(number) * 100
    return FragmentClock.Fragment(bytes: offset..<offset + 90, start: start, length: 1_000)
  }

  private static func ticks(_ clock: FragmentClock) -> [Int: Int64] {
    let wrong = clock.deviations.filter { $0.ticks != 0 }
    return Dictionary(wrong.map { (Int($0.bytes.lowerBound / 100), $0.ticks) }) { $1 }
  }

  @Test(arguments: [-900, -100, 100, 900, 10_000, 100_000_000])
  func aFragmentIsWrongIfTheNextOneReturns(jump: Int64) {
    let wrong = Self.clock([0, 1_000, 2_000 + jump])
    #expect(wrong.isPending(at: 250) && !wrong.isPending(at: 150) && wrong.deviations.isEmpty)
    let judged = Self.clock([0, 1_000, 2_000 + jump, 3_000])
    #expect(judged.pending.isEmpty && judged.end == 4_000)
    #expect(Self.ticks(judged) == [2: -jump])
    // Its packets were compared with it.
    #expect(judged.deviation(at: 310)?.ticks == 0 && judged.deviation(at: 150) == nil)
  }

  @Test(arguments: [-900, 900, 10_000]) func aJumpThatStaysIsRight(jump: Int64) {
    var clock = Self.clock([0, 1_000, 2_000 + jump, 3_000 + jump])
    #expect(clock.pending.isEmpty && clock.end == 4_000 + jump)
    clock.joinConfirmedJump()
    #expect(!clock.hasDeviations)
  }

  @Test func anotherRecordingFollowsTheOneBeforeIt() {
    var clock = Self.clock([90_000, 91_000, 0, 1_000])
    clock.joinConfirmedJump()
    #expect(clock.joined(at: 150) == 0 && clock.joined(at: 210) == 92_000)
    #expect(clock.joined(at: 1_000) == 92_000)
  }

  @Test func theFirstFragmentIsJudgedByTheNextTwoIfItMayBeWrong() {
    #expect(Self.clock([90_000]).pending.isEmpty)
    let clock = Self.clock([90_000, 1_000], isCredible: false)
    #expect(clock.isPending(at: 0) && clock.end == nil)
    #expect(Self.ticks(Self.clock([90_000, 1_000, 2_000], isCredible: false)) == [0: -90_000])
    #expect(Self.ticks(Self.clock([0, 90_000, 2_000], isCredible: false)) == [1: -89_000])
    // Media may be missing behind it.
    #expect(!Self.clock([0, 90_000, 91_000], isCredible: false).hasDeviations)
    #expect(Self.clock([0, 1_000], isCredible: false).pending.isEmpty)
  }

  /// Sound that pauses looks as one that goes ahead.
  @Test func theLastFragmentIsWrongIfItGoesBackWhileTheOtherTracksGoOn() {
    for (jump, othersContinue, latest, isWrong) in [
      (3_000, true, 2, false), (-500, true, 2, true), (-500, false, 2, false),
      (4_000_000, true, 2, true), (4_000_000, true, 4_001, false), (4_000_000, false, 2, false),
    ] as [(Int64, Bool, Int64, Bool)] {
      var clock = Self.clock([0, 1_000, 2_000 + jump])
      clock.finish(othersContinue: othersContinue, latest: latest * 1_000_000_000)
      #expect(clock.pending.isEmpty)
      #expect(Self.ticks(clock) == (isWrong ? [2: -jump] : [:]))
    }
  }

  @Test func aSeekMayLandAnywhere() {
    var clock = Self.clock([0, 1_000, 12_000, 3_000])
    clock.restart()
    clock.add(Self.fragment(50, 50_000), after: nil, isCredible: true, othersContinue: false)
    #expect(clock.pending.isEmpty && clock.end == 51_000)
    clock.restart()
    // What was judged before stays.
    clock.add(Self.fragment(2, 12_000), after: nil, isCredible: true, othersContinue: false)
    #expect(clock.end == 3_000)
  }
}
