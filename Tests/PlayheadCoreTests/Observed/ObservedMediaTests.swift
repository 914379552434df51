import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadCore

/// A playhead that others move reads the media around its position. Frames are 40 ms apart, and every tenth is
/// a keyframe.
@Suite struct ObservedMediaTests {
  private final class Reports: Sendable {
    let list = Locked<[ObservedMediaReport]>([])
  }

  private static let start = HostInstant(nanoseconds: 1_000_000_000_000)

  private let clock = ManualHostClock(now: start)
  private let playhead: ObservedPlayhead
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()
  private let reports = Reports()

  init() {
    playhead = ObservedPlayhead(Self.observation(at: .zero, from: Self.start), clock: clock)
  }

  private static func observation(
    at position: MediaTime, from instant: HostInstant, rate: Rate = .normal
  ) -> PlayheadObservation {
    PlayheadObservation(
      timeline: Timeline(mediaAnchor: position, hostAnchor: instant, rate: rate),
      uncertainty: .milliseconds(2), drift: 0, rate: rate, state: rate.isPaused ? .paused : .playing
    )
  }

  private func observation(at position: MediaTime, rate: Rate = .normal) -> PlayheadObservation {
    Self.observation(at: position, from: clock.now, rate: rate)
  }

  private func read(_ media: FakeMedia, zero: MediaTime? = nil) {
    playhead.readMedia(media, zero: zero) { [reports] report in
      reports.list.withLock { $0.append(report) }
    }
    clock.advance(by: .zero)
  }

  private func record(_ schedule: Schedule) {
    playhead.progressPublisher(on: schedule, until: .closed).subscribe(recorder)
    clock.advance(by: .zero)
  }

  /// The times of the frames that were crossed, in milliseconds.
  private var frames: [Int64] {
    recorder.values.filter { $0.boundary?.frame != nil }
      .map { $0.due.nanoseconds(rounding: .down) / 1_000_000 }
  }

  private func times(_ range: ClosedRange<Int64>, by step: Int = 40) -> [Int64] {
    Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
  }

  @Test func framesAreBoundaries() throws {
    read(FakeMedia(frameCount: 500))
    record(.frames)
    clock.advance(by: .seconds(10))
    #expect(frames == times(40...10_000))
    let last = try #require(recorder.values.last)
    #expect(last.frameNumber == 250 && last.boundary?.frame == .keyframe)
    #expect(last.uncertainty == .milliseconds(2))
  }

  @Test func onlyKeyframesAreBoundariesOfKeyframes() {
    read(FakeMedia(frameCount: 500))
    record(.keyframes)
    clock.advance(by: .seconds(5))
    #expect(frames == times(400...4_800, by: 400))
  }

  @Test func framesThatWereCrossedBeforeTheMediaWasOpenComeLate() throws {
    record(.frames.union(.interval(.milliseconds(100))))
    clock.advance(by: .milliseconds(250))
    #expect(recorder.values.map(\.due) == [.milliseconds(100), .milliseconds(200)])
    read(FakeMedia(frameCount: 500))
    #expect(frames == times(40...240))
    clock.advance(by: .milliseconds(100))
    #expect(frames == times(40...320))
    #expect(recorder.values.last?.frameNumber == 8)
  }

  @Test func mediaIsReadAroundAPositionFarFromItsStart() {
    playhead.change(.seeked, to: observation(at: .seconds(600)))
    read(FakeMedia(frameCount: 50_000))
    record(.frames)
    clock.advance(by: .seconds(6))
    #expect(frames == times(600_040...606_000))
  }

  @Test func readingFollowsTheSeeksOfThePlayer() {
    read(FakeMedia(frameCount: 50_000))
    record(.frames)
    clock.advance(by: .milliseconds(100))
    // Beyond the read-ahead, back before the kept packets, and a little ahead.
    for target: MediaTime in [.seconds(1_000), .seconds(30), .milliseconds(31_010)] {
      playhead.change(.seeked, to: observation(at: target))
      clock.advance(by: .milliseconds(100))
    }
    #expect(
      frames == [40, 80, 1_000_000, 1_000_040, 1_000_080, 30_000, 30_040, 30_080, 31_040, 31_080])
    #expect(recorder.values.filter { $0.cause == .seeked }.count == 3)
  }

  @Test func framesAreReadAtOtherRatesAndInPauses() {
    read(FakeMedia(frameCount: 5_000))
    record(.frames)
    playhead.change(.rateChanged, to: observation(at: .zero, rate: Rate(8, 1)))
    clock.advance(by: .seconds(2))
    #expect(frames == times(40...16_000))
    playhead.change(.paused, to: observation(at: .seconds(16), rate: .paused))
    clock.advance(by: .seconds(600))
    #expect(frames.last == 16_000)
    playhead.change(.started, to: observation(at: .seconds(16)))
    clock.advance(by: .seconds(1))
    #expect(Array(frames.suffix(25)) == times(16_040...17_000))
  }

  @Test func aCorrectionAtAPauseSkipsAndRepeatsNoFrame() {
    read(FakeMedia(frameCount: 500))
    record(.frames)
    clock.advance(by: .milliseconds(99))
    // The position is up to 3 ms less or more than was expected.
    playhead.change(.paused, to: observation(at: .milliseconds(102), rate: .paused))
    clock.advance(by: .seconds(1))
    playhead.change(.started, to: observation(at: .milliseconds(102)))
    clock.advance(by: .milliseconds(19))
    playhead.change(.paused, to: observation(at: .milliseconds(118), rate: .paused))
    clock.advance(by: .seconds(1))
    playhead.change(.started, to: observation(at: .milliseconds(118)))
    clock.advance(by: .milliseconds(60))
    #expect(frames == [40, 80, 120, 160])
  }

  @Test func theDurationIsExactOnceTheMediaWasReadToItsEnd() throws {
    read(FakeMedia(frameCount: 250, declaring: 12_000))
    let estimate = MediaDuration(time: .seconds(12), isExact: false)
    #expect(playhead.currentProgress().duration == estimate)
    clock.advance(by: .seconds(8))
    let progress = playhead.currentProgress()
    #expect(progress.duration == MediaDuration(time: .seconds(10), isExact: true))
    #expect(progress.lastFrameStart == .milliseconds(9_960))
    // A player that continues plays a file that has grown.
    clock.advance(by: .seconds(4))
    #expect(playhead.currentProgress().duration == estimate)
    let ends = reports.list.withLock { $0 }.compactMap { report in
      if case .measured(let end) = report { end } else { nil }
    }
    #expect(ends == [.seconds(10)])
  }

  @Test func theEndOfTheItemCrossesTheFramesBeforeIt() {
    read(FakeMedia(frameCount: 25))
    record(.frames)
    clock.advance(by: .milliseconds(900))
    var ended = observation(at: .seconds(1), rate: .paused)
    ended.state = .ended
    playhead.change(.ended, to: ended)
    clock.advance(by: .seconds(1))
    #expect(frames == times(40...960))
    #expect(recorder.values.last?.cause == .ended)
  }

  @Test func thePlayerMayCountFromAnotherTimeOfTheContainer() {
    read(FakeMedia(frameCount: 500, start: 3_010), zero: .seconds(3))
    record(.frames)
    clock.advance(by: .milliseconds(200))
    #expect(frames == times(10...170))
    #expect(playhead.currentProgress().duration?.time == .milliseconds(20_010))
    guard case .opened(_, let start, let end, _) = reports.list.withLock({ $0 }).first else {
      Issue.record("not open")
      return
    }
    #expect(start == .milliseconds(10) && end == .milliseconds(20_010))
  }

  @Test func readingContinuesWhenThePlayheadLeavesItsStartWithoutADiscontinuity() {
    // The sound of the item has not begun.
    var held = observation(at: .zero)
    held.timeline = Timeline(mediaAnchor: .zero, hostAnchor: clock.now, rate: .paused)
    playhead.correct(held)
    read(FakeMedia(frameCount: 5_000))
    record(.frames)
    clock.advance(by: .seconds(1))
    playhead.correct(observation(at: .zero))
    clock.advance(by: .seconds(120))
    #expect(frames == times(40...120_000))
  }

  @Test func timesThatBecomeKnownLaterLoseNothing() {
    read(FakeMedia(frameCount: 500))
    let subscription = PlayheadProgressSubscription(
      player: playhead, schedule: .keyframes, remembersUndelivered: true, emitsInitialValue: true,
      queue: .main, receiver: .init(recorder, convert: { $0 }))
    recorder.receive(subscription: subscription)
    subscription.activate()
    clock.skip(by: .milliseconds(450))
    playhead.change(.seeked, to: observation(at: .milliseconds(2_010)))
    subscription.follow(
      timesOf: .times([420, 500, 2_000, 2_020].map { .milliseconds($0) }))
    clock.advance(by: .milliseconds(100))
    let expected: [(ProgressCause, MediaTime)] = [
      (.boundary, .milliseconds(400)), (.seeked, .milliseconds(2_010)),
      (.boundary, .milliseconds(2_020)),
    ]
    #expect(recorder.values.map(\.cause) == expected.map(\.0))
    #expect(recorder.values.map(\.due) == expected.map(\.1))
    // The playhead is beyond one of these.
    subscription.follow(timesOf: .times([.milliseconds(2_050), .milliseconds(2_150)]))
    clock.advance(by: .milliseconds(100))
    #expect(recorder.values.map(\.due).dropFirst(3) == [.milliseconds(2_150)])
    playhead.change(.seeked, to: observation(at: .milliseconds(2_040)))
    clock.advance(by: .milliseconds(100))
    #expect(recorder.values.last?.due == .milliseconds(2_050))
    subscription.cancel()
  }

  @Test func chaptersThatBecomeKnownLaterAreBoundaries() {
    var awaiting = observation(at: .zero)
    awaiting.chapters = nil
    playhead.correct(awaiting)
    let schedule = Schedule.chapters.union(.times([.milliseconds(30)])).startingWithPosition()
    playhead.progressPublisher(on: schedule, until: .closed).subscribe(recorder)
    clock.advance(by: .milliseconds(100))
    #expect(recorder.values.map(\.cause) == [.requested, .boundary])
    var known = observation(at: .milliseconds(100))
    known.chapters = [20, 50, 200].enumerated().map { index, start in
      PresentedChapter(index: index, position: .milliseconds(start), end: nil, title: nil)
    }
    playhead.correct(known)
    clock.advance(by: .milliseconds(200))
    // Not the one that is before a boundary that was delivered.
    #expect(
      recorder.values.map(\.due)
        == [.zero, .milliseconds(30), .milliseconds(50), .milliseconds(200)])
  }

  @Test func mediaThatCannotBeOpenedIsReportedOnce() {
    record(.frames.union(.interval(.seconds(1))))
    read(FakeMedia(failingWith: MediaError(.open, of: "fake", reason: .notFound)))
    clock.advance(by: .seconds(3))
    #expect(failures == [.notFound])
    #expect(recorder.values.count == 3 && frames.isEmpty)
  }

  @Test func mediaThatCannotSeekIsNotRead() {
    read(FakeMedia(frameCount: 500, isSeekable: false))
    #expect(failures == [.notSeekable])
    #expect(playhead.currentProgress().duration == nil)
  }

  @Test func afterAReadingErrorReadingContinuesElsewhere() {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let steps =
      FakeMedia.frames(0..<100) + [.failure(error)] + FakeMedia.frames(100..<1_000)
    read(FakeMedia(steps: steps))
    record(.frames)
    clock.advance(by: .seconds(6))
    #expect(frames == times(40...3_960) && failures == [.damaged])
    playhead.change(.seeked, to: observation(at: .seconds(20)))
    clock.advance(by: .milliseconds(100))
    #expect(frames.suffix(3) == [20_000, 20_040, 20_080])
  }

  @Test func closingEndsReading() {
    let openings = Locked(0)
    let opener = SlowOpener { openings.withLock { $0 += 1 } }
    playhead.readMedia(opener, zero: nil) { [reports] report in
      reports.list.withLock { $0.append(report) }
    }
    playhead.close()
    clock.advance(by: .seconds(1))
    #expect(opener.wasInterrupted.withLock { $0 } != false)
    #expect(reports.list.withLock { $0.isEmpty })
    #expect(openings.withLock { $0 } <= 1)
  }

  private var failures: [MediaError.Reason] {
    reports.list.withLock { $0 }.compactMap { report in
      if case .failed(let error) = report { error.reason } else { nil }
    }
  }
}

/// Media that is interrupted while it is opened.
private final class SlowOpener: MediaOpener {
  let name = "slow"
  let wasInterrupted = Locked<Bool?>(nil)
  private let onOpening: @Sendable () -> Void

  init(_ onOpening: @escaping @Sendable () -> Void) { self.onOpening = onOpening }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    onOpening()
    wasInterrupted.withLock { $0 = interruption.isInterrupted }
    throw MediaError(.open, of: name, reason: .interrupted)
  }
}
