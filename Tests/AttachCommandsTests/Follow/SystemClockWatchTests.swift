import Testing

@testable import PlayheadAttachCommands

@Suite struct SystemClockWatchTests {
  private var reading = SystemClockWatch.Reading(host: 5, boot: 7_000, system: 1_800_000_000)
  private var watch = SystemClockWatch()

  /// Time passes on all clocks. The machine sleeps, and the system clock is set, in milliseconds.
  private mutating func lines(
    after elapsed: Int64, slept: Int64 = 0, set: Int64 = 0, usesSystemClock: Bool = true
  ) -> [String] {
    reading.host += elapsed * 1_000_000
    reading.boot += (elapsed + slept) * 1_000_000
    reading.system += (elapsed + slept + set) * 1_000_000
    return watch.compare(reading, usesSystemClock: usesSystemClock)
  }

  @Test mutating func eachEventIsOneLine() {
    #expect(lines(after: 0, slept: 500, set: 500) == [])
    for _ in 0..<100 { #expect(lines(after: 1_000) == []) }
    #expect(lines(after: 1_000, slept: 25_000) == ["the machine slept for 25.0 s"])
    #expect(lines(after: 1_000) == [])
    #expect(lines(after: 1_000, set: 1_500) == ["the system clock was set forward by 1.5 s"])
    #expect(lines(after: 1_000, set: -3_600_000) == ["the system clock was set back by 3600.0 s"])
    #expect(lines(after: 1_000) == [])
    // Resumed with another time.
    #expect(lines(after: 1_000, slept: 60_000, set: 1_000).count == 2)
  }

  @Test mutating func aClockThatIsCorrectedGraduallyIsNotSet() {
    _ = lines(after: 0)
    for _ in 0..<100 { #expect(lines(after: 1_000, set: 80) == []) }
    // The process was stopped.
    #expect(lines(after: 100_000, set: -8_000) == [])
  }

  @Test mutating func aClockThatDoesNotLeadMayBeSet() {
    _ = lines(after: 0)
    #expect(lines(after: 1_000, set: 5_000, usesSystemClock: false) == [])
    #expect(lines(after: 1_000, slept: 1_000, usesSystemClock: false).count == 1)
  }
}
