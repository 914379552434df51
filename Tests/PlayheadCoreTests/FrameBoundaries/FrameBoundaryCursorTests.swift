import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The place of a subscription among the frames.
@Suite struct FrameBoundaryCursorTests {
  private func frame(_ milliseconds: Int64, isKeyframe: Bool = false) -> FrameBoundary {
    FrameBoundary(start: .milliseconds(milliseconds), isKeyframe: isKeyframe)
  }

  /// Frames every 40 ms, every fifth a keyframe.
  private func feed(_ range: Range<Int64>, after previous: FrameBoundaryFeed? = nil)
    -> FrameBoundaryFeed
  {
    let origin = MediaTime.milliseconds(range.lowerBound * 40)
    var feed = FrameBoundaryFeed(origin: origin, after: previous)
    for number in range { feed.insert(frame(number * 40, isKeyframe: number % 5 == 0)) }
    feed.know(through: .milliseconds(range.upperBound * 40 - 40))
    return feed
  }

  @Test func itAsksForFramesUntilItHasOne() {
    var cursor = FrameBoundaryCursor(.all, from: .zero, isInclusive: true)
    #expect(cursor.isExhausted && cursor.request(isListening: true)?.start == .at(.zero))
    #expect(cursor.follow(feed(0..<2)) == 0)
    #expect(cursor.next?.start == .zero && cursor.request(isListening: true) == nil)
    // Without demand, frames are only counted.
    #expect(cursor.request(isListening: false)?.isListening == false)
    cursor.pass()
    cursor.pass()
    #expect(cursor.request(isListening: true)?.start == .after(.milliseconds(40)))
    var whole = feed(0..<2)
    whole.complete()
    #expect(cursor.follow(whole) == 0 && cursor.next == nil && !cursor.isExhausted)
  }

  @Test func aFrameAtItsStartIsDeliveredIfItIsInclusive() {
    for isInclusive in [false, true] {
      var cursor = FrameBoundaryCursor(.all, from: .milliseconds(40), isInclusive: isInclusive)
      _ = cursor.follow(feed(0..<10))
      #expect(cursor.next?.start == .milliseconds(isInclusive ? 40 : 80))
    }
  }

  @Test func skippedFramesAreCountedAlsoWhenTheyAreForgotten() {
    var cursor = FrameBoundaryCursor(.keyframes, from: .zero, isInclusive: true)
    var feed = feed(0..<50)
    #expect(cursor.skip(through: .milliseconds(399), feed) == 2)
    for number in 50..<500 as Range<Int64> {
      feed.insert(frame(number * 40, isKeyframe: number % 5 == 0))
    }
    feed.forget(before: .seconds(18))
    #expect(cursor.skip(through: .milliseconds(19_900), feed) == 98)
    #expect(cursor.skip(through: .milliseconds(19_900), feed) == 0)
    #expect(cursor.skip(through: .seconds(10), feed) == 0)
  }

  @Test func aNewPassCountsFromItsStart() {
    let first = feed(0..<100)
    let second = feed(10..<12, after: first)
    var cursor = FrameBoundaryCursor(.all, from: .zero, isInclusive: true)
    #expect(cursor.skip(through: .seconds(3), first) == 76)
    cursor.move(to: .milliseconds(400), second)
    #expect(cursor.next == nil && cursor.isExhausted)
    let more = feed(10..<40, after: first)
    #expect(cursor.skip(through: .milliseconds(599), more) == 5)
    #expect(cursor.follow(more) == 0 && cursor.next?.start == .milliseconds(600))
  }

  /// Reading may restart for a step that playback then replaces.
  @Test func afterARestartThePlaceRemains() {
    let first = feed(0..<100)
    var cursor = FrameBoundaryCursor(.all, from: .zero, isInclusive: true)
    _ = cursor.follow(first)
    _ = cursor.skip(through: .seconds(3), first)
    cursor.restart()
    #expect(cursor.next == nil && cursor.request(isListening: true)?.start == .after(.seconds(3)))
    #expect(cursor.follow(feed(50..<100, after: first)) == 0)
    #expect(cursor.next?.start == .milliseconds(3_040))
  }

  @Test func framesThatComeTooLateOrAreForgottenAreLost() {
    var cursor = FrameBoundaryCursor(.all, from: .zero, isInclusive: true)
    var feed = feed(0..<3)
    #expect(cursor.skip(through: .milliseconds(230), feed) == 3)
    feed.insert(frame(120))
    feed.insert(frame(240))
    feed.know(through: .milliseconds(240))
    // The frame at 120 ms came after it had been skipped.
    #expect(cursor.follow(feed) == 1 && cursor.next?.start == .milliseconds(240))
    for number in 10..<20 as Range<Int64> { feed.insert(frame(number * 40)) }
    feed.complete()
    feed.forget(before: .milliseconds(600))
    #expect(cursor.follow(feed) == 6 && cursor.next?.start == .milliseconds(600))
  }

  /// A playhead moves over random frames. The subscription sometimes skips them.
  @Test(arguments: 0..<UInt64(TestEffort.rounds(100)))
  func eachFrameIsDeliveredOrSkippedOnce(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let kind: Schedule.Frames = Bool.random(using: &numbers) ? .all : .keyframes
    var cursor = FrameBoundaryCursor(kind, from: .zero, isInclusive: true)
    var feed = FrameBoundaryFeed(origin: .zero)
    var (all, delivered, skippedCount) = ([FrameBoundary](), [FrameBoundary](), 0)
    var (read, position, isSkipping) = (Int64(0), Int64(0), false)
    for _ in 0..<200 {
      while read < position + 500 {
        let frame = frame(read, isKeyframe: .random(using: &numbers))
        all.append(frame)
        feed.insert(frame)
        feed.know(through: frame.start)
        read += .random(in: 1...80, using: &numbers)
      }
      position += .random(in: 0...200, using: &numbers)
      position = min(position, read - 1)
      if Int.random(in: 0..<10, using: &numbers) == 0 { isSkipping.toggle() }
      if isSkipping {
        skippedCount += cursor.skip(through: .milliseconds(position), feed)
        feed.forget(before: .milliseconds(position + 100))
      } else {
        if cursor.request(isListening: true) != nil { skippedCount += cursor.follow(feed) }
        while let next = cursor.next, next.start <= .milliseconds(position) {
          delivered.append(next)
          cursor.pass()
          if cursor.isExhausted { skippedCount += cursor.follow(feed) }
        }
        if let start = cursor.request(isListening: true)?.start.position {
          feed.forget(before: start)
        }
      }
    }
    let passed = all.filter {
      $0.start <= .milliseconds(position) && (kind == .all || $0.isKeyframe)
    }
    #expect(delivered.allSatisfy(passed.contains))
    #expect(delivered == delivered.sorted { $0.start < $1.start })
    // Up to 100 ms were forgotten ahead of the playhead.
    #expect((passed.count...passed.count + 100).contains(delivered.count + skippedCount))
  }
}
