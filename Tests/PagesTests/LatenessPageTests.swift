import PlayheadTimekeeping
import PlayheadTimingAnalysis
import Testing

@testable import PlayheadPages

@Suite struct LatenessPageTests {
  /// Positions every 100 ms, each of which arrives some milliseconds after that.
  private func meter(late: [Int64]) -> UpdateTimingMeter {
    var meter = UpdateTimingMeter()
    for (index, late) in late.enumerated() {
      meter.add(
        position: .milliseconds(Int64(index) * 100),
        at: HostInstant(nanoseconds: (Int64(index) * 100 + late) * 1_000_000))
    }
    return meter
  }

  private func page(_ meter: UpdateTimingMeter) throws -> ParsedPage {
    try ParsedPage(
      [PageSection(meter, text: "a & b", command: "mpv 'a<b'")], on: .updates)
  }

  @Test func latenessIsShownFromTheMedian() throws {
    // The first position is early; all others are 300 or 302 ms later.
    let page = try page(meter(late: [0] + (1..<200).map { 300 + $0 % 2 * 2 }))
    #expect(
      page.captions.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Lateness", "Distribution of the lateness",
      ])
    #expect(page.text.contains("a & b") && page.text.contains("mpv 'a<b'"))
    let first = try #require(page.tips.dropFirst().first)
    #expect(first.hasPrefix("0:00.00 to ") && first.contains("-30"))
    // Half of the values, and the early one with the others at the edge.
    let shares = page.tips.filter { $0.hasSuffix(" %") }
    #expect(shares.count == 2 && shares.allSatisfy { $0.contains(" 50 %") })
    #expect(shares[0].contains("or earlier") && shares[1].contains("or later"))
  }

  @Test func stepsBackHaveADiagram() throws {
    var meter = meter(late: [0, 1, 0, 1])
    meter.add(position: .zero, at: HostInstant(nanoseconds: 400_000_000))
    let page = try page(meter)
    #expect(page.captions.contains { $0.hasPrefix("Steps back") })
  }

  @Test func aProgramWithoutPositionsHasNoDiagram() throws {
    #expect(try page(UpdateTimingMeter()).captions.isEmpty)
  }

  @Test func extremePositionsMakeAPage() throws {
    var meter = UpdateTimingMeter()
    for (position, instant) in [(Int64.max, Int64.min), (.min, .max), (0, 0), (.max, .max)] {
      meter.add(position: .nanoseconds(position), at: HostInstant(nanoseconds: instant))
    }
    _ = try page(meter)
  }

  @Test func theProgressOfAPlayerIsShownAsItIs() throws {
    var meter = PlaybackTimingMeter()
    for number: Int64 in 0..<100 {
      meter.add(
        PlaybackSample(
          position: .milliseconds(number * 100 + 1 + number % 2), due: .milliseconds(number * 100),
          instant: HostInstant(nanoseconds: number * 100_000_000), rate: .normal,
          event: number == 50 ? .stalled : .interval))
    }
    let page = try ParsedPage(
      [PageSection(meter, title: "film.mp4")], on: .playback)
    #expect(
      page.captions.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Lateness", "Stalls", "Distribution of the lateness",
      ])
    #expect(page.tips.contains { $0.hasSuffix(": 2 ms") })
    #expect(page.text.contains("99 updates, 0 skipped") && page.text.contains("stalled  1 time,"))
  }

  @Test func equalValuesAreAHundredPercent() throws {
    let page = try page(meter(late: Array(repeating: 5, count: 3)))
    #expect(page.text.contains("100 %") && !page.text.contains("167 %"))
    #expect(page.tips.filter { $0.hasSuffix(": 100 %") }.count == 1)
  }
}
