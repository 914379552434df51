@testable import PlayheadRemoteControl
import PlayheadTimekeeping
import Testing

/// When a service tries again after the bus has failed.
@Suite struct BusRetryTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 0))
  private let bell = Bell()

  private func wait(of playback: DescribedPlayback, until instant: Int64) {
    MPRISService.waitForEvent(
      of: playback, bell, clock, notBefore: HostInstant(nanoseconds: instant))
  }

  @Test func aServiceTriesAgainAfterAnEvent() {
    let playback = DescribedPlayback(identity: "Program", clock: clock)
    playback.follow { [bell] in bell.ring() }
    playback.update { $0.commands = [.play] }
    wait(of: playback, until: 0)
    #expect(!playback.isClosed)
  }

  @Test func aServiceOfAClosedPlaybackDoesNotTryAgain() {
    let playback = DescribedPlayback(identity: "Program", clock: clock)
    playback.close()
    wait(of: playback, until: .max)
    #expect(playback.isClosed)
  }
}
