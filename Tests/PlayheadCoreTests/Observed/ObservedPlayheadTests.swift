import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

/// The position of a playhead that others move.
@Suite struct ObservedPlayheadTests {
  private static let start = HostInstant(nanoseconds: 1_000_000_000_000)
  private let clock = ManualHostClock(now: start)
  private let playhead: ObservedPlayhead

  init() {
    playhead = ObservedPlayhead(Self.observation(at: .seconds(10), from: Self.start), clock: clock)
  }

  private static func observation(
    at position: MediaTime, from instant: HostInstant, rate: Rate = .normal
  ) -> PlayheadObservation {
    PlayheadObservation(
      timeline: Timeline(mediaAnchor: position, hostAnchor: instant, rate: rate),
      uncertainty: .milliseconds(1), drift: 0, rate: rate, state: rate.isPaused ? .paused : .playing
    )
  }

  /// Its owner has found the stop 4 ms ago, but a subscriber has read the position since.
  @Test(arguments: [nil, ProgressCause.paused])
  func aPositionThatWasReadIsNotTakenBack(_ cause: ProgressCause?) {
    clock.advance(by: .seconds(1))
    let stopped = Self.observation(at: .seconds(11), from: clock.now, rate: .paused)
    clock.advance(by: .milliseconds(4))
    #expect(playhead.currentProgress().position == .milliseconds(11_004))
    if let cause { playhead.change(cause, to: stopped) } else { playhead.correct(stopped) }
    clock.advance(by: .milliseconds(1))
    let progress = playhead.currentProgress()
    #expect(progress.position == .milliseconds(11_004))
    #expect(progress.uncertainty == .milliseconds(5))
  }

  @Test func aSeekBackIsOne() {
    clock.advance(by: .seconds(1))
    let moved = Self.observation(at: .seconds(2), from: clock.now)
    clock.advance(by: .milliseconds(4))
    _ = playhead.currentProgress()
    playhead.change(.seeked, to: moved)
    #expect(playhead.currentProgress().position == .milliseconds(2_004))
  }

  @Test func aPositionDoesNotPassItsStop() {
    var observation = Self.observation(at: .seconds(11), from: clock.now)
    observation.stop = .milliseconds(11_500)
    playhead.change(.seeked, to: observation)
    clock.advance(by: .seconds(1))
    #expect(playhead.currentProgress().position == .milliseconds(11_500))
    playhead.change(.looped, to: Self.observation(at: .zero, from: clock.now))
    #expect(playhead.currentProgress().completedLoops == 1)
  }
}
