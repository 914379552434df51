import Testing

@testable import PlayheadTimekeeping

/// What the random runs of playback report about timers.
@Suite struct TimerFollowerTests {
  private final class Timer: Sendable {}

  private let timer = Timer()

  /// Lets the timer run at these nanoseconds, with the number of the player's values and changes.
  private func problems(
    followsHostClock: Bool, _ runs: [(instant: Int64, news: Int?)]
  ) -> Int {
    var follower = TimerFollower(followsHostClock: followsHostClock)
    for run in runs {
      let instant = HostInstant(nanoseconds: run.instant)
      follower.follow(
        ManualHostClock.Wakeup(owner: timer, isRoutine: false, instant: instant, isTimed: true),
        at: instant, news: run.news)
    }
    return follower.problems.count
  }

  @Test func aTimerThatDeliversEachTimeIsRight() {
    #expect(problems(followsHostClock: true, (1...1_000).map { ($0, Int($0)) }) == 0)
  }

  @Test func aTimerThatRunsForNothingOnTheHostClockIsReported() {
    #expect(problems(followsHostClock: true, [(1, 1), (2, 1)]) == 1)
  }

  @Test func twoTimersForOneInstantAreReported() {
    #expect(problems(followsHostClock: true, [(1, 1), (1, 2)]) == 1)
    #expect(problems(followsHostClock: true, [(1, nil), (1, nil), (2, nil)]) == 1)
  }

  @Test func estimatesOfAnotherClockMayBeRepeatedButNotForever() {
    #expect(problems(followsHostClock: false, (1...201).map { ($0, 1) }) == 0)
    #expect(problems(followsHostClock: false, (1...202).map { ($0, 1) }) == 1)
    #expect(problems(followsHostClock: false, (1...1_000).map { ($0 * 50_000_000, 1) }) == 0)
  }
}
