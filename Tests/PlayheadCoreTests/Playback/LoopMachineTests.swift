import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The loop without a player: its range, the instants of its wraps, and how many are due at once.
@Suite struct LoopMachineTests {
  private let zero = HostInstant(nanoseconds: 0)

  private func seconds(_ range: Range<Int64>?) -> Range<MediaTime>? {
    range.map { .seconds($0.lowerBound) ..< .seconds($0.upperBound) }
  }

  private func machine(_ loop: PlaybackLoop?) -> LoopMachine {
    var machine = LoopMachine()
    machine.set(loop)
    return machine
  }

  /// A loop, the playhead, the end of the media, the forward end, and the expected range.
  @Test(
    arguments: [
      (2, 5, 0, nil, nil, 2..<5), (2, 5, 4, nil, nil, 2..<5), (2, 5, 5, nil, nil, nil),
      (2, 5, 9, 10, nil, nil), (2, nil, 0, nil, nil, nil), (2, nil, 0, 10, nil, 2..<10),
      (2, 20, 0, 10, nil, 2..<10), (2, nil, 10, 10, nil, 2..<10), (12, nil, 0, 10, nil, nil),
      (2, 5, 0, nil, 4, nil), (2, 5, 0, nil, 5, 2..<5), (2, 5, 4, nil, 4, 2..<5),
    ] as [(Int64, Int64?, Int64, Int64?, Int64?, Range<Int64>?)])
  func theRangeEndsWithTheLoopOrTheMedia(
    start: Int64, end: Int64?, place: Int64, mediaEnd: Int64?, forwardEnd: Int64?,
    expected: Range<Int64>?
  ) {
    let machine = machine(PlaybackLoop(from: .seconds(start), to: end.map { .seconds($0) }))
    let range = machine.range(
      from: .seconds(place), mediaEnd: mediaEnd.map { .seconds($0) },
      forwardEnd: forwardEnd.map { .seconds($0) })
    #expect(range == seconds(expected))
  }

  /// A third of a second at rate 1/3 lasts one second in each pass, except for a single rounding to
  /// nanoseconds of media.
  @Test func roundingDoesNotAddUpOverManyPasses() {
    var machine = machine(PlaybackLoop(to: MediaTime(ticks: 1, timebase: Timebase(1, 3))))
    let range = MediaTime.zero..<MediaTime(ticks: 1, timebase: Timebase(1, 3))
    var timeline = Timeline(mediaAnchor: .zero, hostAnchor: zero, rate: Rate(1, 3))
    for pass in 1...10_000 {
      let wrap = machine.nextWrap(
        over: range, along: timeline, isMoving: true, isWhole: false,
        at: HostInstant(nanoseconds: .max))
      #expect(wrap.count == 1)
      #expect((0...3).contains(wrap.instant.nanoseconds - Int64(pass) * 1_000_000_000))
      machine.count(wrap)
      machine.keepCounting(from: wrap)
      // The playhead's own anchor is rounded to a nanosecond.
      timeline = Timeline(
        mediaAnchor: wrap.position, hostAnchor: wrap.instant, rate: timeline.rate)
    }
    #expect(machine.passes == 10_000)
  }

  @Test func manyOverduePassesAreReportedInOneValue() {
    var machine = machine(PlaybackLoop(to: .milliseconds(1)))
    let timeline = Timeline(mediaAnchor: .zero, hostAnchor: zero, rate: .normal)
    let now = zero.advanced(byNanoseconds: 1_000_500_000)
    var counts: [Int64] = []
    while machine.passes < 1_000 {
      let wrap = machine.nextWrap(
        over: .zero..<(.milliseconds(1)), along: timeline, isMoving: true, isWhole: true, at: now)
      counts.append(wrap.count)
      machine.count(wrap)
      machine.keepCounting(from: wrap)
    }
    #expect(counts == [969] + Array(repeating: 1, count: 31))
  }

  @Test func aCountedLoopWrapsOnceLessThanItsCount() {
    var machine = machine(PlaybackLoop(to: .milliseconds(1), count: 5))
    let timeline = Timeline(mediaAnchor: .zero, hostAnchor: zero, rate: .normal)
    let wrap = machine.nextWrap(
      over: .zero..<(.milliseconds(1)), along: timeline, isMoving: true, isWhole: true,
      at: zero.advanced(byNanoseconds: 1_000_000_000))
    #expect(wrap.count == 1 && machine.goesBack)
    for pass in 1...4 {
      machine.count(wrap)
      #expect(machine.goesBack == (pass < 4))
    }
    #expect(machine.range(from: .zero, mediaEnd: nil, forwardEnd: nil) == nil)
    machine.set(PlaybackLoop(to: .seconds(1), count: 2))
    #expect(machine.passes == 0 && machine.goesBack && !machine.isCounting)
  }

  @Test func aPausedPlayheadAtTheEndWrapsAtOnce() {
    let machine = machine(PlaybackLoop(from: .seconds(1), to: .seconds(2)))
    let timeline = Timeline(mediaAnchor: .seconds(2), hostAnchor: zero, rate: .paused)
    let now = zero.advanced(byNanoseconds: 7)
    let wrap = machine.nextWrap(
      over: .seconds(1) ..< .seconds(2), along: timeline, isMoving: false, isWhole: false, at: now)
    #expect(wrap.instant == now && wrap.position == .seconds(1))
  }
}
