import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Pending seeks and steps, without a player: where they land, and their reads.
@Suite struct SeekMachineTests {
  /// A feed that has read these frames of 40 ms, of 100. Every tenth is a keyframe.
  private func feed(reading range: Range<Int>, isSeekable: Bool = true) throws -> MediaFeed {
    var feed = MediaFeed()
    try feed.open(FakeMedia(frameCount: 100, isSeekable: isSeekable).info)
    if range.lowerBound > 0 {
      feed.restart(at: .milliseconds(Int64(range.lowerBound) * 40))
      _ = feed.nextStep(playhead: .zero, keepingFramesFrom: nil)
    }
    for read in reads(range) { feed.record(read) }
    if range.upperBound == 100 { feed.record(.endOfMedia) }
    return feed
  }

  private func reads(_ range: Range<Int>) -> [MediaRead] {
    FakeMedia.frames(range).compactMap {
      if case .packet(let packet) = $0 { .packet(packet) } else { nil }
    }
  }

  private func text(_ action: PendingStep.Action?) -> String {
    func milliseconds(_ time: MediaTime) -> Int64 { time.nanoseconds(rounding: .down) / 1_000_000 }
    return switch action {
    case .wait: "wait"
    case .fail(let reason): "\(reason)"
    case .read(let position, let isBack): "read \(milliseconds(position)) \(isBack ? "back" : "on")"
    case .land(let position): "land \(milliseconds(position))"
    case nil: "nothing"
    }
  }

  private func text(_ event: PlaybackEvent?) -> String {
    switch event {
    case .sought(_, .success(let seek)):
      "landed at \(seek.landed.seconds) of \(seek.target.seconds)"
    case .sought(_, .failure(let error)): "\(error.reason)"
    default: "nothing"
    }
  }

  /// The frames read, the start in milliseconds, the number of frames, and the result.
  @Test(
    arguments: [
      (0..<50, 410, 1, "land 440"), (0..<50, 410, -1, "land 360"), (0..<50, 400, 0, "land 400"),
      (0..<50, 410, -99, "land 0"), (0..<50, 410, 99, "wait"), (0..<50, 2_500, 1, "wait"),
      (0..<100, 410, 99, "land 3960"), (0..<100, 410, .max, "land 3960"),
      (0..<100, 410, .min, "land 0"), (50..<80, 2_000, -5, "read 1806 back"),
      (50..<80, 2_410, -5, "land 2200"), (50..<80, 2_000, -1_000, "read 0 back"),
    ] as [(Range<Int>, Int64, Int, String)])
  func aStepLandsOnAFrameOrReadsWhatItMisses(
    range: Range<Int>, start: Int64, count: Int, expected: String
  ) throws {
    var machine = SeekMachine()
    machine.wait(for: PendingStep(count: count, start: .milliseconds(start)))
    #expect(text(machine.nextStepAction(try feed(reading: range))) == expected)
    #expect(machine.isStepping)
  }

  @Test func aStepFromBeyondTheEndCountsFromTheEnd() throws {
    var machine = SeekMachine()
    var feed = try feed(reading: 0..<100)
    feed.restart(at: .seconds(9))
    _ = feed.nextStep(playhead: .seconds(9), keepingFramesFrom: nil)
    feed.record(.endOfMedia)
    machine.wait(for: PendingStep(count: -1, start: .seconds(9)))
    #expect(text(machine.nextStepAction(feed)) == "read 4000 on")
    // The media has no frames.
    #expect(text(machine.nextStepAction(feed)) == "noFrames")
  }

  /// The step continues from the last known frame, so that earlier frames can be released.
  @Test func aStepBeyondTheReadAheadContinuesItsCount() throws {
    var machine = SeekMachine()
    machine.wait(for: PendingStep(count: 60, start: .zero))
    #expect(text(machine.nextStepAction(try feed(reading: 0..<50))) == "wait")
    #expect(text(machine.nextStepAction(try feed(reading: 40..<70))) == "land 2400")
  }

  @Test func withoutSeekingAStepBackLandsOnTheFirstKnownFrame() throws {
    var machine = SeekMachine()
    machine.wait(for: PendingStep(count: -5, start: .milliseconds(2_000)))
    let feed = try feed(reading: 50..<80, isSeekable: false)
    #expect(text(machine.nextStepAction(feed)) == "land 2000")
  }

  @Test(arguments: [(2_345, 2_000), (2_000, 2_000), (3_990, 3_600)] as [(Int64, Int64)])
  func theSearchLandsOnTheLastKeyframeBeforeItsTarget(target: Int64, landed: Int64) throws {
    var machine = SeekMachine()
    machine.beginSearch(for: .milliseconds(target))
    var (feed, found) = (try feed(reading: 0..<0), MediaTime?.none)
    for read in reads(0..<100) + [.endOfMedia] where found == nil {
      #expect(machine.isSearching)
      feed.record(read)
      found = machine.search(read, in: &feed, from: .milliseconds(target + 1))
    }
    #expect(found == .milliseconds(landed) && !machine.isSearching)
  }

  @Test func aSearchThatFindsNothingStaysAtItsTarget() throws {
    var machine = SeekMachine()
    machine.beginSearch(for: .zero)
    var feed = try feed(reading: 0..<0)
    let found = machine.search(.endOfMedia, in: &feed, from: .zero)
    #expect(found == nil && !machine.isSearching)
  }

  /// No keyframe can be found beyond a gap that is longer than the read-ahead.
  @Test func aSearchEndsBeforeAGapLongerThanTheReadAhead() throws {
    var machine = SeekMachine()
    machine.beginSearch(for: .milliseconds(400))
    var feed = try feed(reading: 0..<1)
    let packet = PacketTiming(track: 0, presentationTicks: 60_000, durationTicks: 40)
    feed.record(.packet(packet))
    let found = machine.search(.packet(packet), in: &feed, from: .milliseconds(500))
    #expect(found == nil && !machine.isSearching)
  }

  @Test func theResultIsReportedOnceAndOnlyIfAskedFor() {
    var machine = SeekMachine()
    let error = MediaError(.seek, of: "fake", reason: .cancelled)
    machine.wait(for: .init(target: .seconds(3), tolerance: .keyframe, completion: { _ in }))
    #expect(machine.isForKeyframe)
    let landings = [text(machine.land(at: .seconds(2))), text(machine.land(at: .seconds(2)))]
    #expect(landings == ["landed at 2.0 of 3.0", "nothing"])
    machine.wait(for: .init(target: .seconds(3), tolerance: .exact, completion: nil))
    let unasked = text(machine.fail(error))
    #expect(unasked == "nothing" && !machine.isForKeyframe)
    machine.wait(for: PendingStep(count: 1, start: .zero, completion: { _ in }))
    let failures = [
      text(machine.land(at: .zero)), text(machine.fail(error)), text(machine.fail(error)),
    ]
    #expect(failures == ["nothing", "cancelled", "nothing"] && !machine.isStepping)
  }

  @Test func aStepKeepsTheFramesItCounts() throws {
    var machine = SeekMachine()
    var feed = try feed(reading: 0..<1)
    #expect(machine.keptFrames(feed) == nil)
    feed.frameReaders.update(
      ObjectIdentifier(Self.self), .init(kind: .all, start: .at(.seconds(5)), isListening: true),
      feed.readAhead.frames)
    #expect(machine.keptFrames(feed) == .seconds(5))
    machine.wait(for: PendingStep(count: 1, start: .seconds(9)))
    #expect(machine.keptFrames(feed) == .seconds(5))
    machine.wait(for: PendingStep(count: 1, start: .seconds(6)))
    #expect(machine.keptFrames(feed) == .seconds(4))
    machine.wait(for: PendingStep(count: -1, start: .seconds(6)))
    #expect(machine.keptFrames(feed) == .zero)
  }
}
