import PlayheadCore
import PlayheadTimekeeping
import Testing

@testable import PlayheadJobs

@Suite struct JobMachineTests {
  private static let start = HostInstant(nanoseconds: 1_000_000_000_000)

  private var machine = JobMachine(at: start)

  /// Adds a block at a number of seconds since the start.
  private mutating func take(_ position: Double, at seconds: Double, size: Int64? = nil) {
    var block = ProgressBlock()
    (block.position, block.size) = (MediaTime(seconds: position), size)
    machine.receive(block, at: Self.start.advanced(by: .seconds(seconds)))
  }

  private var observation: PlayheadObservation { machine.observation }

  private mutating func events() -> [String] {
    var events: [String] = []
    while let event = machine.nextEvent() {
      switch event {
      case .changed(let cause, _): events.append(cause.rawValue)
      case .corrected: events.append("corrected")
      case .closed: events.append("closed")
      }
    }
    return events
  }

  @Test mutating func thePlayheadMovesWithEachBlockAndNeverBack() {
    machine.receive(ProgressBlock(), at: Self.start)
    #expect(observation.state == .loading)
    take(0, at: 0.5)
    take(1, at: 1)
    take(0.8, at: 1.5)
    #expect(observation.timeline.mediaAnchor == .seconds(1))
    take(2, at: 2)
    #expect(observation.timeline.mediaAnchor == .seconds(2) && !observation.rate.isPaused)
    #expect(events() == ["started", "corrected", "corrected", "corrected"])
  }

  @Test(
    arguments: [
      // Whether the process was successful, the expected duration, the last position, the size.
      (true, 10.0, 10.0, 100, true), (true, 100, 97, nil, true), (true, 10, 10.3, 100, true),
      (true, 10, 9, 100, true), (true, 100, 96.9, 100, false),
      (true, nil, 4, 100, true), (true, 10, 8.9, 100, false), (true, 10, 10, 0, false),
      (false, 10, 10, 100, false), (false, nil, 4, 100, false), (true, nil, nil, nil, false),
      (true, nil, 0, 258, false),
    ] as [(Bool, Double?, Double?, Int64?, Bool)])
  mutating func aJobIsCompleteIfItsOutputIs(
    isSuccessful: Bool, expected: Double?, last: Double?, size: Int64?, isComplete: Bool
  ) {
    if let expected { machine.expect(.seconds(expected)) }
    if let last { take(last, at: 1, size: size) }
    if let duration = observation.duration {
      #expect(observation.timeline.mediaAnchor < duration)
    }
    machine.end(isSuccessful: isSuccessful, at: Self.start.advanced(by: .seconds(2)))
    #expect((observation.state == .ended) == isComplete)
    #expect(events().suffix(2) == [isComplete ? "ended" : "paused", "closed"])
    if isComplete { #expect(observation.duration?.seconds == last) }
    take(20, at: 3)
    machine.expect(.seconds(1))
    machine.end(isSuccessful: true, at: Self.start)
    #expect(events().isEmpty)
  }

  @Test(arguments: [(true, 1.0, true), (false, 1, false), (true, 0, false)])
  mutating func aJobThatHasReportedItsEndIsComplete(
    isSuccessful: Bool, last: Double, isComplete: Bool
  ) {
    machine.expect(.seconds(100))
    var block = ProgressBlock()
    (block.position, block.size, block.isLast) = (MediaTime(seconds: last), 258, true)
    machine.receive(block, at: Self.start.advanced(by: .seconds(1)))
    machine.end(isSuccessful: isSuccessful, at: Self.start.advanced(by: .seconds(2)))
    #expect((observation.state == .ended) == isComplete)
    if isComplete { #expect(observation.duration?.seconds == last) }
  }

  @Test mutating func onlyTheFirstExpectedDurationCounts() {
    machine.expect(.zero)
    #expect(observation.job?.estimate == JobEstimate.none)
    machine.expect(.seconds(10))
    machine.expect(.seconds(20))
    #expect(observation.duration == .seconds(10) && observation.job?.estimate == .arguments)
  }

  /// The seconds until an output of 1,000 s is complete, at the least, the recent and the greatest speed.
  private var remaining: (latest: Double, usual: Double, earliest: Double) {
    let rest = 1_000 - observation.timeline.mediaAnchor.seconds
    func time(_ rate: Rate?) -> Double { rest / (rate?.doubleValue ?? 0) }
    return (time(observation.job?.slowest), time(observation.rate), time(observation.job?.fastest))
  }

  @Test mutating func theIntervalContainsTheEndOfSlowAndFastPhases() {
    // Phases of 10 s at 1 and at 4 times real time, with a block every half second.
    var positions: [Double] = []
    var position = 0.0
    while position < 1_000 {
      positions.append(position)
      position += (positions.count / 20) % 2 == 0 ? 0.5 : 2
    }
    let end = Double(positions.count) / 2
    var before: Double?
    for (index, position) in positions.enumerated() {
      let now = Double(index) / 2
      take(position, at: now)
      guard now > 20 else { continue }
      let (latest, usual, earliest) = remaining
      #expect(earliest <= usual && usual <= latest && earliest >= 0)
      #expect(now + earliest <= end * 1.05 && now + latest >= end * 0.95, "\(now)")
      // A block of half a second is a twentieth of the ten seconds that count.
      if let before { #expect(abs(usual - before) <= before * 0.2 + 0.5, "\(now)") }
      before = usual
    }
  }

  @Test mutating func aConstantSpeedHasNoInterval() {
    for count in 0...100 { take(Double(count) * 3, at: Double(count)) }
    #expect(abs(remaining.latest - remaining.earliest) < 1)
    #expect(abs(observation.rate.doubleValue - 3) < 0.000_1)
  }

  @Test(arguments: [1e-9, 1e12]) mutating func extremeSpeedsAreRates(speed: Double) {
    take(0, at: 0)
    take(0, at: 0)
    take(speed / 1_000, at: 0.001)
    #expect(observation.rate.doubleValue >= 0)
    machine.expect(.seconds(1))
    take(9e9, at: 1)
    #expect(observation.duration.map { $0 > observation.timeline.mediaAnchor } == true)
  }

  private var fraction: Double? {
    observation.duration.map { observation.timeline.mediaAnchor.seconds / $0.seconds }
  }

  private mutating func read(_ share: Double, at seconds: Double) {
    machine.read(share, at: Self.start.advanced(by: .seconds(seconds)))
  }

  @Test mutating func theShareOfTheInputIsThatOfTheOutputAndNeverDecreases() throws {
    take(0, at: 0)
    read(0.1, at: 0)
    #expect(fraction == nil && observation.job?.estimate == .input)
    take(30, at: 1)
    read(0.25, at: 1)
    #expect(abs(try #require(fraction) - 0.25) < 1e-6)
    read(0.2, at: 2)
    take(31, at: 2)
    #expect(abs(try #require(fraction) - 0.25) < 1e-6)
    read(7, at: 3)
    #expect(try #require(fraction) < 1)
    machine.end(isSuccessful: true, at: Self.start.advanced(by: .seconds(4)))
    #expect(observation.state == .ended && observation.duration == .seconds(31))
  }

  @Test mutating func theRateFollowsFromTheShareThatIsReadPerSecond() {
    for second in 0...40 {
      read(Double(second) / 100, at: Double(second))
      // The output is written in bursts.
      take(Double(second / 10 * 10 + 1) / 2, at: Double(second))
    }
    #expect(abs(remaining(in: observation.duration?.seconds ?? 0) - 60) < 1)
  }

  private func remaining(in duration: Double) -> Double {
    (duration - observation.timeline.mediaAnchor.seconds) / observation.rate.doubleValue
  }

  @Test mutating func aDerivedDurationCountsMoreThanTheInput() {
    machine.expect(.seconds(10))
    read(0.9, at: 1)
    take(5, at: 1)
    #expect(observation.duration == .seconds(10) && observation.job?.estimate == .arguments)
  }

  @Test mutating func aProcessSeeksInItsFile() {
    machine.expect(.seconds(100), ofFile: true)
    take(50, at: 1)
    take(49, at: 2)
    #expect(observation.timeline.mediaAnchor == .seconds(50))
    take(10, at: 3)
    #expect(observation.timeline.mediaAnchor == .seconds(10))
    #expect(events() == ["corrected", "started", "corrected", "jumped"])
    machine.end(isSuccessful: true, at: Self.start.advanced(by: .seconds(4)))
    #expect(observation.state == .paused && observation.job?.estimate == .input)
  }
}
