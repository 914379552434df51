import PlaybackSession
import PlayheadTesting
import Testing

@testable import PlayheadRemoteControl

@Suite struct SessionFollowerTests {
  @Test func aStartThatTheSessionReportsLateCountsOnce() {
    let session = FakeSession(["a"]) { _ in FakeMedia(frameCount: 250) }
    session.start()
    let follower = SessionFollower(session) {}
    follower.begin()
    func countStarts() -> Int {
      follower.removeInputs().inputs.count { if case .started = $0 { true } else { false } }
    }
    session.send(.started(id: 1))
    #expect(countStarts() == 1)
    session.send(.ended(id: 1, .stopped))
    session.send(.started(id: 1))
    #expect(countStarts() == 1)
  }
}
