import PlaybackSession
import PlayheadKit
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadPlayCommands

@Suite struct RecentRequestsTests {
  private let now = HostInstant(nanoseconds: 1_000_000_000_000)

  @Test func aKeyThatIsPressedAgainChangesWhatWasRequested() {
    var recent = RecentRequests()
    var requested = SessionSettings()
    requested.rate = Rate(2, 1)
    recent.record(requested, at: now)
    recent.record(.seconds(15), at: now)
    let soon = now.advanced(byNanoseconds: 100_000_000)
    #expect(recent.settings(SessionSettings(), at: soon).rate == Rate(2, 1))
    #expect(recent.position(.seconds(10), at: soon) == .seconds(15))
  }

  @Test func aRequestCountsOnlyForAMoment() {
    var recent = RecentRequests()
    recent.record(.seconds(15), at: now)
    #expect(recent.position(.seconds(10), at: now.advanced(by: .seconds(1))) == .seconds(10))
  }
}
