import PlayheadMedia
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The properties of each phase, without a machine.
@Suite struct PlaybackPhaseTests {
  private static let start = Timeline(
    mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 5), rate: .normal)
  private static let error = MediaError(.read, of: "fake", reason: .damaged)

  private static func held(_ reason: PlaybackPhase.Hold) -> PlaybackPhase.Held {
    PlaybackPhase.Held(reason: reason, rate: Rate(2, 1))
  }

  /// A phase, its state, whether it is ready, the requested rate, and the reason for waiting.
  @Test(
    arguments: [
      (.idle, .idle, false, .paused, nil), (.loading(nil), .loading, false, .paused, nil),
      (.loading(held(.starting())), .loading, false, Rate(2, 1), .starting),
      (.loading(held(.scheduled(start))), .loading, false, Rate(2, 1), .hostInstant),
      (.paused, .paused, true, .paused, nil),
      (.playing(Rate(2, 1)), .playing, true, Rate(2, 1), nil),
      (.held(held(.starting(late: start))), .stalled, true, Rate(2, 1), .starting),
      (.held(held(.scheduled(start))), .waiting, true, Rate(2, 1), .hostInstant),
      (.held(held(.seeking)), .stalled, true, Rate(2, 1), .seeking),
      (.held(held(.stalled)), .stalled, true, Rate(2, 1), .stalled),
      (.ended, .ended, true, .paused, nil), (.failed(error), .failed, false, .paused, nil),
      (.closed(.readyToPlay, reporting: .ended), .ended, false, .paused, nil),
      (.closed(.failed(error), reporting: .closed), .closed, false, .paused, nil),
    ] as [(PlaybackPhase, PlaybackState, Bool, Rate, WaitingReason?)])
  func aPhaseSaysItsStateAndRate(
    phase: PlaybackPhase, state: PlaybackState, isReady: Bool, rate: Rate, reason: WaitingReason?
  ) {
    #expect(phase.state == state && phase.isReady == isReady && phase.rate == rate)
    #expect(phase.held?.reason.waitingReason == reason)
    #expect(phase.movingRate == (state == .playing ? rate : .paused))
    #expect(phase.isPlaying == !phase.movingRate.isPaused)
  }

  @Test func aClosedPlayerKeepsTheStatusItHad() {
    let phase = PlaybackPhase.closed(.failed(Self.error), reporting: .closed)
    #expect(phase.status == .failed(Self.error) && phase.isClosed)
  }

  /// Before the media is open, a request to play loads it; a request to pause does not.
  @Test func aRequestToPlayIsKeptUntilTheMediaIsOpen() {
    let held = Self.held(.starting())
    func states(_ phase: PlaybackPhase) -> [String] {
      [phase.requesting(nil), phase.requesting(held)].map { "\($0.state) \($0.rate.numerator)" }
    }
    #expect(states(.idle) == ["idle 0", "loading 2"])
    #expect(states(.loading(held)) == ["loading 0", "loading 2"])
    #expect(states(.ended) == ["paused 0", "stalled 2"])
    #expect(states(.playing(.normal)) == ["paused 0", "stalled 2"])
  }
}
