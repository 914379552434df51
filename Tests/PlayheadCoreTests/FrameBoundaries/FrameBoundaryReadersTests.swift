import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The subscriptions that wait for frames.
@Suite struct FrameBoundaryReadersTests {
  private final class Subscriber {}

  private let one = Subscriber()
  private let two = Subscriber()
  private var ids: (one: ObjectIdentifier, two: ObjectIdentifier) {
    (ObjectIdentifier(one), ObjectIdentifier(two))
  }

  private func request(
    _ milliseconds: Int64, _ kind: Schedule.Frames = .all, isListening: Bool = true
  ) -> FrameBoundaryCursor.Request {
    .init(kind: kind, start: .at(.milliseconds(milliseconds)), isListening: isListening)
  }

  @Test func framesAreKeptForTheSubscriptionThatIsFurthestBehind() {
    var readers = FrameBoundaryReaders()
    let feed = FrameBoundaryFeed(origin: .zero)
    #expect(readers.needed == nil)
    readers.update(ids.one, request(800), feed)
    readers.update(ids.two, request(300), feed)
    #expect(readers.needed == .milliseconds(300))
    readers.update(ids.two, request(300, isListening: false), feed)
    #expect(readers.needed == .milliseconds(800))
    readers.remove(ids.one)
    #expect(readers.needed == nil)
  }

  @Test func aSubscriptionThatWaitsIsReturnedOnceWhenItsFrameHasCome() {
    var readers = FrameBoundaryReaders()
    var feed = FrameBoundaryFeed(origin: .zero)
    readers.update(ids.one, request(0), feed)
    readers.update(ids.two, request(0, .keyframes), feed)
    #expect(readers.wakeReady(feed).isEmpty)
    feed.insert(FrameBoundary(start: .zero, isKeyframe: false))
    // An earlier frame could still come.
    #expect(readers.wakeReady(feed).isEmpty)
    feed.know(through: .zero)
    #expect(readers.wakeReady(feed) == [ids.one])
    #expect(readers.wakeReady(feed).isEmpty)
    feed.complete()
    #expect(readers.wakeReady(feed) == [ids.two])
    // It has a frame, or there will be none.
    readers.update(ids.one, request(0), feed)
    readers.update(ids.two, request(0, .keyframes), feed)
    #expect(readers.wakeReady(feed).isEmpty)
  }
}
