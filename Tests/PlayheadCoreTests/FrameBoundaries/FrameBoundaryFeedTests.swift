import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The feed of frames alone, compared with a sorted array of all frames.
@Suite struct FrameBoundaryFeedTests {
  private static func frame(_ milliseconds: Int64, isKeyframe: Bool = false) -> FrameBoundary {
    FrameBoundary(start: .milliseconds(milliseconds), isKeyframe: isKeyframe)
  }

  /// Frames every 40 ms, every fifth a keyframe.
  private func feed(
    _ range: Range<Int64>, origin: Int64 = 0, after previous: FrameBoundaryFeed? = nil
  ) -> FrameBoundaryFeed {
    var feed = FrameBoundaryFeed(origin: .milliseconds(origin), after: previous)
    for number in range { feed.insert(Self.frame(number * 40, isKeyframe: number % 5 == 0)) }
    if let last = range.last { feed.know(through: .milliseconds(last * 40)) }
    return feed
  }

  @Test(
    arguments: [
      (.at(.zero), 0, 0..<1), (.after(.zero), 0, 1..<1), (.at(.zero), 399, 0..<10),
      (.at(.zero), 400, 0..<11), (.after(.milliseconds(40)), 80, 2..<3),
      (.at(.milliseconds(41)), 79, 2..<2), (.at(.milliseconds(900)), 80, 23..<23),
      (.at(.milliseconds(3_960)), 9_999, 99..<100), (.after(.seconds(9)), 9_999, 100..<100),
    ] as [(FrameBoundary.Bound, Int64, Range<Int>)])
  func itNumbersTheFramesInARange(start: FrameBoundary.Bound, end: Int64, expected: Range<Int>) {
    let feed = feed(0..<100)
    #expect(feed.numbers(from: start, through: .milliseconds(end)) == expected)
    #expect(feed.first(.all, from: start) == feed.frame(expected.lowerBound))
  }

  @Test func keyframesAreNumberedByThemselves() {
    let feed = feed(0..<100)
    let range = feed.numbers(.keyframes, from: .after(.zero), through: .milliseconds(600))
    #expect(range == 1..<4)
    #expect(
      range.compactMap { feed.frame($0, .keyframes)?.start.seconds } == [0.2, 0.4, 0.6])
  }

  /// After a seek, the frames from the keyframe to the target are read too.
  @Test func framesBeforeTheOriginHaveNegativeNumbers() {
    let feed = feed(50..<100, origin: 2_100)
    #expect(feed.numbers == -3..<47)
    #expect(feed.number(from: .at(.milliseconds(2_100))) == 0)
    #expect(feed.frame(0)?.start == .milliseconds(2_120))
    #expect(feed.countOfMedia(before: .at(.milliseconds(2_200))) == nil)
  }

  @Test func aSeekWithinCountedFramesContinuesTheCountOfTheMedia() {
    let first = feed(0..<100)
    let second = feed(50..<100, origin: 2_100, after: first)
    #expect(second.id != first.id)
    #expect(second.countOfMedia(before: .after(.milliseconds(2_120))) == 54)
    #expect(second.countOfMedia(before: .at(.seconds(2))) == 50)
    #expect(second.countOfMedia(before: .at(.milliseconds(1_999))) == nil)
    let beyond = feed(150..<200, origin: 6_000, after: second)
    #expect(beyond.countOfMedia(before: .at(.milliseconds(6_100))) == nil)
  }

  @Test func aFrameIsKnownOnceNoEarlierOneCanCome() {
    var feed = FrameBoundaryFeed(origin: .zero)
    feed.insert(Self.frame(120))
    #expect(feed.first(.all, from: .at(.zero)) == nil)
    feed.know(through: .milliseconds(40))
    feed.insert(Self.frame(80))
    feed.insert(Self.frame(40, isKeyframe: true))
    #expect(feed.first(.all, from: .at(.zero))?.start == .milliseconds(40))
    #expect(feed.first(.all, from: .after(.milliseconds(40))) == nil)
    feed.complete()
    #expect(feed.first(.all, from: .after(.milliseconds(40)))?.start == .milliseconds(80))
  }

  /// A seek beyond the end forgets all frames as they come; a step back then needs the last ones.
  @Test func aFrameThatEarlierOnesMayFollowIsNotForgotten() {
    var feed = FrameBoundaryFeed(origin: .seconds(90))
    feed.insert(Self.frame(40))
    feed.know(through: .milliseconds(40))
    feed.insert(Self.frame(160))
    feed.forget(before: .seconds(88))
    feed.insert(Self.frame(80))
    feed.insert(Self.frame(120))
    feed.complete()
    #expect(feed.last?.start == .milliseconds(160))
    let last = feed.number(from: .after(.seconds(90))) - 1
    #expect(feed.frame(last - 1)?.start == .milliseconds(120))
  }

  @Test func twoFramesWithTheSameStartAreOne() {
    var feed = feed(0..<3)
    feed.insert(Self.frame(40, isKeyframe: true))
    feed.insert(Self.frame(0))
    #expect(feed.numbers == 0..<3 && feed.frame(0)?.isKeyframe == true)
    #expect(feed.frame(1, .keyframes) == Self.frame(40, isKeyframe: true))
  }

  /// Damaged timestamps must not take unbounded memory or time.
  @Test func theNumberOfFramesAndTheirReorderingAreBounded() {
    var feed = feed(0..<100)
    feed.insert(Self.frame(1))
    #expect(feed.numbers == 0..<100)
    let most = FrameBoundaryFeed.greatestCount
    feed = self.feed(0..<Int64(most + 10))
    #expect(feed.numbers == 10..<most + 10)
    #expect(feed.hasForgotten(.milliseconds(360)) && !feed.hasForgotten(.milliseconds(361)))
    #expect(feed.frame(2, .keyframes)?.start == .milliseconds(400))
  }

  // MARK: Random schedules

  /// All frames that came, in order.
  private struct Model {
    var frames: [FrameBoundary] = []
    var origin: MediaTime
    var forgottenBefore = MediaTime.milliseconds(-1)
    var known = MediaTime.milliseconds(-1)
    var isComplete = false

    func frames(_ kind: Schedule.Frames) -> [FrameBoundary] {
      kind == .all ? frames : frames.filter(\.isKeyframe)
    }

    func count(_ kind: Schedule.Frames, before start: FrameBoundary.Bound) -> Int {
      frames(kind).filter {
        switch start {
        case .at(let position): $0.start < position
        case .after(let position): $0.start <= position
        }
      }.count
    }
  }

  @Test(arguments: 0..<UInt64(TestEffort.rounds(50)))
  func itAnswersWhatASortedArrayDoes(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let origin = Int64.random(in: 0...100, using: &numbers) * 30
    var model = Model(origin: .milliseconds(origin))
    var feed = FrameBoundaryFeed(origin: .milliseconds(origin))
    // Starts at a keyframe before the origin.
    var next = max(origin - .random(in: 0...500, using: &numbers), 0)
    for _ in 0..<60 {
      // A group of frames in any order, of which the last is complete with the next group.
      let group = (0..<Int64.random(in: 1...16, using: &numbers)).map { next + $0 * 20 }
      for start in group.shuffled(using: &numbers) where !model.isComplete {
        let frame = Self.frame(start, isKeyframe: .random(using: &numbers))
        feed.insert(frame)
        model.frames.append(frame)
      }
      model.frames.sort { $0.start < $1.start }
      next += Int64(group.count) * 20
      if Bool.random(using: &numbers) {
        model.known = .milliseconds(group.last!)
        feed.know(through: model.known)
      }
      if Int.random(in: 0..<4, using: &numbers) == 0 {
        let position = MediaTime.milliseconds(.random(in: 0...next, using: &numbers))
        feed.forget(before: position)
        let limit = model.isComplete ? position : min(position, model.known)
        model.forgottenBefore = max(model.forgottenBefore, limit)
      }
      if Int.random(in: 0..<100, using: &numbers) == 0 {
        feed.complete()
        model.isComplete = true
      }
      for _ in 0..<5 { compare(feed, model, upTo: next, &numbers) }
    }
  }

  private func compare(
    _ feed: FrameBoundaryFeed, _ model: Model, upTo last: Int64, _ numbers: inout SplitMix64
  ) {
    let kind: Schedule.Frames = Bool.random(using: &numbers) ? .all : .keyframes
    let position = MediaTime.milliseconds(.random(in: -20...last + 20, using: &numbers) / 10 * 10)
    let start: FrameBoundary.Bound = Bool.random(using: &numbers) ? .at(position) : .after(position)
    let end = MediaTime.milliseconds(.random(in: 0...last + 20, using: &numbers))
    // Frames before the origin that have been forgotten do not count.
    let zero = model.frames(kind).filter { $0.start < model.origin }.count
    let isForgotten = model.frames.contains {
      $0.start < model.forgottenBefore && $0.start >= position
    }
    let first = model.count(kind, before: start)
    if !isForgotten, position >= model.forgottenBefore {
      let count = max(model.count(kind, before: .after(end)) - first, 0)
      #expect(feed.numbers(kind, from: start, through: end).count == count)
      #expect(feed.number(kind, from: start) == first - zero)
      let expected = first < model.frames(kind).count ? model.frames(kind)[first] : nil
      let isKnown = expected.map { model.isComplete || $0.start <= model.known } ?? false
      #expect(feed.first(kind, from: start) == (isKnown ? expected : nil))
    }
    // Forgotten frames still count.
    if end >= model.origin, end >= model.forgottenBefore {
      #expect(
        feed.number(kind, from: .after(end)) == model.count(kind, before: .after(end)) - zero)
    }
    #expect(feed.hasForgotten(position) == isForgotten)
  }
}

extension FrameBoundaryFeed {
  /// Returns the numbers of the frames that start in a range, whose upper bound is included.
  fileprivate func numbers(
    _ kind: Schedule.Frames = .all, from start: FrameBoundary.Bound, through end: MediaTime
  ) -> Range<Int> {
    let first = number(kind, from: start)
    return first..<max(number(kind, from: .after(end)), first)
  }
}
