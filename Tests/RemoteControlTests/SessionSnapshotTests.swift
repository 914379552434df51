import PlaybackSession
import PlayheadRemoteControl
import Testing

@Suite struct SessionSnapshotTests {
  @Test func theCurrentEntryIsTheOneAtTheCurrentIndex() {
    let entries = [1, 2].map { PlaylistEntry(id: $0, location: "\($0).mp4") }
    #expect(SessionSnapshot(entries: entries, currentIndex: 1).currentEntry == entries[1])
    #expect(SessionSnapshot(entries: entries).currentEntry == nil)
  }
}
