import Foundation
import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadAlignment
@testable import PlayheadPages

@Suite struct AlignmentPageTests {
  private let drift = 100.0

  /// A recording that starts 2 s later, and lacks a second from 300 s on.
  private func alignment(breaks: Bool = true) -> SoundAlignment {
    func other(_ time: Double) -> Double {
      (time - 2) * (1 + drift * 1e-6) - (breaks && time >= 300 ? 1 : 0)
    }
    func part(_ start: Double, _ end: Double, otherEnd: Double) -> SoundAlignment.Part {
      SoundAlignment.Part(
        start: MediaTime(nearest: start), end: MediaTime(nearest: end),
        otherStart: MediaTime(nearest: other(start)), otherEnd: MediaTime(nearest: otherEnd),
        offset: .seconds(2))
    }
    let lost = other(300) + (breaks ? 0.999_9 : 0)
    let parts =
      breaks
      ? [part(2, 300, otherEnd: lost), part(301, 600, otherEnd: other(600))]
      : [part(2, 600, otherEnd: other(600))]
    let comparisons = stride(from: 5.0, to: 600, by: 5).map { time in
      let error = time == 100 ? 5 : time.truncatingRemainder(dividingBy: 10) == 0 ? 1e-5 : -1e-5
      return SoundAlignment.Comparison(
        time: MediaTime(nearest: time), otherTime: MediaTime(nearest: other(time) + error),
        agrees: time != 100)
    }
    return SoundAlignment(
      referenceDuration: .seconds(600), otherDuration: .seconds(598), referenceSampleRate: 48_000,
      otherSampleRate: 48_000,
      relation: SoundAlignment.Relation(
        offset: .seconds(2), offsetUncertainty: .zero, drift: drift, driftUncertainty: 0,
        isInverted: false, comparisons: comparisons, parts: parts))
  }

  private func section(_ alignment: SoundAlignment, number: Int = 1) -> PageSection {
    PageSection(alignment, text: "b.wav: starts\n  <later>\n", file: "b.wav", number: number)
  }

  @Test func theOffsetItsDistanceAndTheBreaksHaveDiagrams() throws {
    let page = try ParsedPage([section(alignment())], on: .alignment)
    #expect(
      page.captions.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Breaks", "Offset since the start", "Distance from the line",
      ])
    #expect(page.text.contains("<later>"))
    #expect(page.identifiers.contains("t=300.000") && page.links.contains("#t=300.000"))
    #expect(page.text.contains("1 s are missing"))
  }

  @Test func everyComparisonIsShownWithItsOffset() throws {
    let alignment = alignment(breaks: false)
    let page = try ParsedPage([section(alignment)], on: .alignment)
    #expect(page.captions.count == 2)
    // The title; the agreeing ones in both diagrams, the other one only in the second.
    #expect(page.tips.count == 1 + 118 * 2 + 1)
    // 100 ppm of 593 s.
    let last = try #require(page.tips.last { $0.hasPrefix("9:55.0: -59") })
    #expect(last == "9:55.0: -59.3 ms")
    #expect(page.tips.contains("1:40.0: -5 s"))
  }

  @Test func severalRecordingsHaveATable() throws {
    var other = alignment()
    other.relation = nil
    let error = MediaError(.open, of: "c.wav", reason: .notFound)
    let page = try ParsedPage(
      [
        section(alignment()), section(other, number: 2), section(alignment(), number: 3),
        PageSection(error, file: "c.wav", number: 4, on: .alignment),
      ], on: .alignment)
    #expect(page.text.contains("no sound in common") && page.text.contains("cannot be read"))
    #expect(Set(page.identifiers).count == page.identifiers.count)
    for link in page.links { #expect(page.identifiers.contains(String(link.dropFirst()))) }
  }

  @Test func anythingAnAlignmentMayHoldMakesAPage() throws {
    var alignment = alignment()
    alignment.relation?.drift = .nan
    alignment.relation?.parts[1].otherEnd = .seconds(.max)
    alignment.relation?.comparisons[3].otherTime = .seconds(.min)
    _ = try ParsedPage([section(alignment)], on: .alignment)
    alignment.relation?.parts = []
    let empty = try ParsedPage([section(alignment)], on: .alignment)
    #expect(empty.captions.isEmpty)
  }

  @Test func eachPairOfBeepAndFlashIsShown() throws {
    let times = (0..<10).map(Double.init)
    let report = SyncReport(beeps: times.map { $0 * 1.001 + 0.02 }, flashes: times, interval: 0.04)
    let section = PageSection(report, text: "late", file: "a.mp4", number: 1)
    let page = try ParsedPage([section, section], on: .sync)
    #expect(page.captions.count == 2 && page.tips.count == 1 + 20)
    #expect(page.tips[10] == "0:09.0: 29 ms" && page.text.contains("24.5 ms"))
    let seconds = (0..<10_000).map(Double.init)
    let long = SyncReport(beeps: seconds.map { $0 + 0.1 }, flashes: seconds, interval: 0.04)
    #expect(PageSection(long, text: "", file: "a.mp4", number: 1).html.utf8.count < 200_000)
    let nothing = SyncReport(beeps: [], flashes: [1], interval: 0.04)
    let empty = PageSection(nothing, text: "", file: "a.mp4", number: 1)
    #expect(try ParsedPage([empty], on: .sync).captions.isEmpty)
  }
}
