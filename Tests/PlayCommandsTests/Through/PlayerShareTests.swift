import PlayheadFFmpeg
import PlayheadTimekeeping
import Testing

@testable import PlayheadPlayCommands

/// Which of the passed bytes the player gets, and when.
@Suite struct PlayerShareTests {
  private let start = HostInstant(nanoseconds: 5)
  private var later: HostInstant { start.advanced(by: PlayerShare.pause) }

  private func share(waiting count: Int, mayLeaveOut: Bool = true) -> PlayerShare {
    var share = PlayerShare()
    share.mayLeaveOut = mayLeaveOut
    share.add(100)
    share.give(100, at: start)
    share.add(count)
    return share
  }

  @Test func aPlayerThatKeepsUpGetsAllBytesAtOnce() {
    let share = share(waiting: 1)
    #expect(share.isDue(at: start, isIdle: false) && share.given == 100)
    #expect(!self.share(waiting: 0).isDue(at: start, isIdle: true))
  }

  @Test func wholeUnitsAreLeftOut() {
    for (waiting, units) in [(MissingBytes.unit - 1, 0), (MissingBytes.unit, 1), (1 << 20, 4)] {
      var share = share(waiting: waiting)
      #expect(share.leaveOut() == units * MissingBytes.unit)
      #expect(share.waiting == waiting - units * MissingBytes.unit && share.given == 100)
    }
    for length in [188, 192, 204] { #expect(MissingBytes.unit % length == 0) }
  }

  @Test func mediaThatNeedsAllItsBytesLosesNone() {
    var share = share(waiting: 1 << 20, mayLeaveOut: false)
    #expect(share.leaveOut() == 0 && share.waiting == 1 << 20)
  }

  @Test func aSlowPlayerGetsBytesAtIntervals() {
    var share = share(waiting: 1 << 20)
    _ = share.leaveOut()
    #expect(!share.isDue(at: start, isIdle: true) && !share.isDue(at: later, isIdle: false))
    #expect(share.isDue(at: later, isIdle: true))
    share.give(share.waiting, at: later)
    share.add(1)
    // It may still be too slow.
    #expect(share.isPartial && !share.isDue(at: later, isIdle: true))
    share.give(1, at: later.advanced(by: PlayerShare.pause))
    share.add(1)
    #expect(!share.isPartial && share.isDue(at: later, isIdle: false))
  }
}
