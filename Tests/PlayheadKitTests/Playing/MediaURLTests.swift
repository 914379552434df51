import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import PlayheadTesting
import Testing

/// The URL of media, which is known before it is opened.
@Suite struct MediaURLTests {
  @Test func aPathHasAnAbsoluteFileURL() {
    #expect(Player("/a b/ä?#.mp4").url?.absoluteString == "file:///a%20b/%C3%A4%3F%23.mp4")
    #expect(Player(path: "/a.mp4").url == URL(filePath: "/a.mp4"))
    let relative = Player(path: "a.mp4").url
    #expect(relative?.path.hasSuffix("/a.mp4") == true && relative?.baseURL == nil)
  }

  @Test func aURLIsItsOwn() throws {
    let address = try #require(URL(string: "https://example.org/a%20b.mp4?x=1"))
    #expect(Player(url: address).url == address)
    #expect(Player(address).url == address)
    #expect(Player(URL(filePath: "/a b.mp4")).url == URL(filePath: "/a b.mp4"))
    #expect(Player(path: "file:///a%20b.mp4").url == URL(filePath: "/a b.mp4"))
  }

  @Test func mediaWithoutALocationHasNone() {
    #expect(Player(path: "-").url == nil)
    #expect(Player(path: "pipe:0").url == nil)
    #expect(Player(media: FakeMedia(frameCount: 1)).url == nil)
    #expect(LocatedMedia(pathBytes: [0x2f, 0xff]).url == nil)
  }

  @Test func preparedMediaHasTheURLOfItsOpener() throws {
    let media = try PreparedMedia(opening: Repository.path("SampleMedia/mediafile.opus"))
    #expect(Player(media: media).url?.lastPathComponent == "mediafile.opus")
  }

  @Test func anEntryHasItsURLBeforeItIsPlayed() {
    let url = URL(filePath: "/a.mp4")
    #expect(PlayerQueue.Entry(url).url == url)
    #expect(PlayerQueue.Entry("/a.mp4").url == url)
    #expect(PlayerQueue.Entry(Player(url: url)).url == url)
    #expect(PlayerQueue.Entry(url: url) { Player(url: url) }.url == url)
    #expect(PlayerQueue.Entry { Player(url: url) }.url == nil)
  }

  @Test func entriesOfLocationsArePlayed() {
    let clock = ManualHostClock()
    let paths = ["beepflash/bf.mp4", "mediafile.opus"].map { Repository.path("SampleMedia/\($0)") }
    let queue = PlayerQueue(entries: paths.map { .init($0, clock: clock) }, clock: clock)
    let names = RecordingSubscriber<String?, Never>()
    queue.progressPublisher(on: .times([.zero]))
      .map { $0.entry?.url?.lastPathComponent }.removeDuplicates().subscribe(names)
    queue.play()
    clock.advance(by: .seconds(600))
    #expect(names.values == ["bf.mp4", "mediafile.opus"])
    #expect(queue.entries.count == 2 && queue.currentIndex == nil)
  }
}
