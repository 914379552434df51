import Testing
import PlayheadTimekeeping

@Suite struct MediaTimeOperatorTests {
  @Test func timesAreAddedSubtractedAndMultipliedExactly() {
    let frame = MediaTime(ticks: 1_001, timebase: Timebase(1, 30_000))
    #expect(frame + frame - frame == frame)
    #expect(frame * 30_000 == .seconds(1_001))
    #expect(2 * frame == frame + frame)
    #expect(-frame + frame == .zero)
    #expect([MediaTime.seconds(1), .milliseconds(500)].reduce(.zero, +) == .seconds(1.5))
    var time = MediaTime.seconds(1)
    time += .milliseconds(1)
    time -= .milliseconds(500)
    time *= 2
    #expect(time == .milliseconds(1_002))
  }

  @Test func secondsHaveAFraction() {
    #expect(MediaTime.seconds(2.5) == .milliseconds(2_500))
    #expect(MediaTime.seconds(Float(0.25)) == .milliseconds(250))
    #expect(MediaTime.seconds(-0.1) == .milliseconds(-100))
    // Whole seconds still have a timebase of one second.
    #expect(MediaTime.seconds(2).timebase == .seconds)
  }

  @Test func overflowStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = MediaTime.seconds(.max) + .seconds(1)
    }
    await #expect(processExitsWith: .failure) {
      _ = MediaTime.seconds(.min) - .seconds(1)
    }
    await #expect(processExitsWith: .failure) { _ = MediaTime.seconds(2) * Int64.max }
    await #expect(processExitsWith: .failure) { _ = MediaTime.seconds(Double.nan) }
  }

  @Test func aTimeIsComparedWithADurationExactly() {
    let third = MediaTime(ticks: 1, timebase: Timebase(1, 3))
    let below = Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_333_333_333)
    #expect(third > below)
    #expect(below < third)
    #expect(third != below)
    #expect(third >= below)
    #expect(!(third <= below))
    #expect(third < below + Duration(secondsComponent: 0, attosecondsComponent: 1))
    let second = third * 3
    #expect(second == Duration.seconds(1))
    #expect(Duration.seconds(1) == second)
    #expect(-third < Duration.zero)
    #expect(Duration.seconds(-1) < -third)
    // Extreme values compare without overflow.
    #expect(MediaTime.seconds(.max) == Duration.seconds(Int64.max))
    #expect(MediaTime.seconds(.min) < Duration.seconds(Int64.max))
    let long = MediaTime(ticks: .max, timebase: Timebase(.max, 1))
    #expect(long > Duration.seconds(Int64.max))
    #expect(Duration.seconds(Int64.min) < long)
  }

  /// An implicit member is a `MediaTime`, although times can be compared with durations too.
  @Test func implicitMembersAreNotAmbiguous() {
    let time = MediaTime.seconds(1)
    #expect(time == .seconds(1))
    #expect(time != .zero)
    #expect(time > .milliseconds(1))
    #expect(.zero < time)
  }
}
