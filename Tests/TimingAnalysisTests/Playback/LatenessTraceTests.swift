import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct LatenessTraceTests {
  @Test func aPositionIsAsLateAsItArrivesAfterTheClock() {
    var meter = UpdateTimingMeter(rate: Rate(2, 1))
    // 100 ms of media take 50 ms.
    for (position, instant) in [(0, 1_000), (100, 1_050), (200, 1_130), (300, 1_140)] {
      meter.add(
        position: .milliseconds(Int64(position)),
        at: HostInstant(nanoseconds: Int64(instant) * 1_000_000))
    }
    let trace = meter.trace
    #expect(trace.start == .milliseconds(1_000) && trace.length == .milliseconds(10))
    let found = trace.stretches.enumerated().filter { $0.element.lateness != nil }
    #expect(found.map(\.offset) == [0, 5, 13, 14])
    #expect(
      found.map(\.element.lateness) == [
        0...0, 0...0, 30_000_000...30_000_000, -10_000_000...(-10_000_000),
      ])
  }

  @Test func aStepBackIsMarkedAndChangesNoLateness() {
    var meter = UpdateTimingMeter()
    for (index, position) in [0, 100, 200, 0, 100].enumerated() {
      meter.add(
        position: .milliseconds(Int64(position)),
        at: HostInstant(nanoseconds: Int64(index) * 100_000_000))
    }
    let stretches = meter.trace.stretches
    #expect(stretches.allSatisfy { $0.lateness.map { $0 == 0...0 } ?? true })
    #expect(stretches.indices.filter { stretches[$0].interruptionCount > 0 } == [30])
  }

  @Test func aPausedRateHasNoLateness() {
    var meter = UpdateTimingMeter(rate: .paused)
    for index: Int64 in 0..<3 {
      meter.add(position: .seconds(index), at: HostInstant(nanoseconds: index * 1_000_000_000))
    }
    #expect(meter.trace.stretches.allSatisfy { $0.lateness == nil })
  }

  @Test func theStallsAndUpdatesOfAPlayerAreTraced() {
    var meter = PlaybackTimingMeter()
    for number: Int64 in 0..<1_000 {
      meter.add(
        PlaybackSample(
          position: .milliseconds(number * 100 + number % 3), due: .milliseconds(number * 100),
          instant: HostInstant(nanoseconds: number * 100_000_000), rate: .normal,
          event: number == 500 ? .stalled : .interval))
    }
    let trace = meter.trace
    #expect(trace.stretches.count <= 256)
    #expect(trace.stretches.reduce(0) { $0 + $1.interruptionCount } == 1)
    #expect(trace.stretches.compactMap(\.lateness).dropLast().allSatisfy { $0 == 0...2_000_000 })
    #expect(meter.report.latenessHistogram.entries.reduce(0) { $0 + $1.count } == 999)
  }

  /// The first position may be hours away from the others.
  @Test(arguments: [0, -3_600_000, 3_600_000] as [Int64]) func anOutlierChangesNoOtherValue(
    first: Int64
  ) {
    var meter = UpdateTimingMeter()
    for number: Int64 in 0..<6_000 {
      let late = number == 0 ? 0 : number % 1_000 * 20_000 + number
      meter.add(
        position: .milliseconds(number == 0 ? first : number * 100),
        at: HostInstant(nanoseconds: number * 100_000_000 + late))
    }
    let values = meter.lateness.entries
    #expect(values.reduce(0) { $0 + $1.count } == 6_000)
    let middle = values[values.count / 2].value
    let usual = values.filter { abs($0.value - middle) < 30_000_000 }
    // 20 ms in steps of 20 µs, of which those far from the median are rounded to 3.2 %.
    #expect(usual.count > 100 && usual.allSatisfy { $0.count < 400 })
  }
}
