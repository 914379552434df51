import PlaybackSession
import PlayheadCore
import PortableCombine
import PlayheadRemoteControl
import Testing

@Suite struct FakeSessionTests {
  @Test func filesArePlayedInOrderAndThenTheSessionIsIdle() {
    let session = FakeSession(["a", "b"])
    let recorder = EventRecorder(session)
    session.start()
    session.advance(milliseconds: 21_000)
    let file = ["started", "loaded", "restarted", "ended"]
    #expect(recorder.names == file + file + ["idle"])
    #expect(session.snapshot.currentIndex == nil)
  }

  @Test func aSeekIsReportedWhenItIsRequestedAndWhenItHasLanded() throws {
    let session = FakeSession(["a"])
    session.start()
    let recorder = EventRecorder(session)
    try session.perform(.seek(.position(.seconds(5)), .exact))
    #expect(recorder.names == ["seeking"])
    session.advance(milliseconds: 1_000)
    #expect(recorder.names == ["seeking", "restarted"])
    #expect(session.snapshot.player?.currentTime() == .seconds(6))
  }

  @Test func theCurrentEntryStaysCurrentWhenTheListChanges() throws {
    let session = FakeSession(["a", "b", "c"])
    session.start()
    try session.perform(.move(from: 0, to: 3))
    #expect(session.snapshot.currentIndex == 2)
    try session.perform(.remove(index: 0))
    #expect(session.snapshot.entries.map(\.location) == ["c", "a"])
    #expect(session.snapshot.currentIndex == 1)
    #expect(throws: SessionRefusal.noEntry) { try session.perform(.play(index: 2)) }
  }
}
