import Foundation
import PlayheadMedia
import PlayheadPages
import PlayheadTimingAnalysis
import Testing

@Suite struct TimingPageTests {
  private func section(_ report: TimingReport, number: Int = 1) -> PageSection {
    PageSection(report, file: "film.mp4", number: number)
  }

  @Test func everyMeasurementHasADiagram() throws {
    let page = try ParsedPage([section(SyntheticMedia.report(seconds: 4, gap: 50))])
    let captions = page.captions.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      captions == [
        "Findings", "Chapters", "Keyframes of video 0", "Bit rate of video 0",
        "Frame intervals of video 0", "Bit rate of audio 1", "Packet intervals of audio 1",
        "Interleaving: distance in the file of packets with the same time",
        "Audio 1 later than video 0",
      ])
  }

  @Test func aFindingIsLinkedByItsPosition() throws {
    let page = try ParsedPage([section(SyntheticMedia.report(seconds: 4, gap: 50, zero: 10))])
    #expect(page.identifiers.contains("t=2.000") && page.links.contains("#t=2.000"))
    #expect(page.text.contains("(container time 12.000 s)"))
    #expect(page.text.contains("times of the container are 10.000 s greater"))
  }

  @Test func anchorsAreUniqueAndAllLinksHaveOne() throws {
    let report = SyntheticMedia.report(seconds: 4, gap: 50, soundSpeed: 1.01)
    let page = try ParsedPage([section(report), section(report, number: 2)])
    #expect(Set(page.identifiers).count == page.identifiers.count)
    for link in page.links {
      #expect(link.hasPrefix("#") && page.identifiers.contains(String(link.dropFirst())))
    }
    #expect(page.identifiers.contains("file2,t=2.000"))
  }

  @Test func driftIsALineThatRises() throws {
    let page = try ParsedPage([section(SyntheticMedia.report(seconds: 100, soundSpeed: 1.001))])
    // The last point: 0.1 % of 100 s, and 481 samples that decoders of MPEG audio add.
    let last = try #require(page.tips.last { $0.contains(" ms") && $0.contains("to 1:") })
    let value = try #require(Double(last.split(separator: " ").dropLast().last ?? ""))
    #expect(abs(value - 110) < 3)
  }

  /// A variable frame rate does not say how long a frame lasts.
  @Test func withoutAKnownDriftThereIsNoOffsetOverTime() throws {
    var report = SyntheticMedia.report(seconds: 4)
    report.pairs[0].drift = nil
    let page = try ParsedPage([section(report)])
    #expect(!page.captions.contains { $0.contains("later than") })
  }

  @Test func textOfTheMediaIsNoMarkup() throws {
    let name = "<script>alert(1)</script> & \"'\u{1B}[2J\u{202E}\0"
    let report = SyntheticMedia.report(seconds: 4, name: name)
    let page = try ParsedPage([
      PageSection(report, file: name, number: 1), section(report, number: 2),
    ])
    #expect(page.text.contains("<script>alert(1)</script> & \"'"))
    #expect(!page.text.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\0"].contains($0) })
  }

  @Test func mediaWithoutPacketsHasNoDiagrams() throws {
    let report = SyntheticMedia.report(seconds: 0)
    let page = try ParsedPage([section(report)])
    #expect(page.captions == [] && page.text.contains("nothing presented"))
  }

  @Test func aFileThatCannotBeReadIsListed() throws {
    let error = MediaError(.open, of: "a<b.mp4", reason: .notFound)
    let page = try ParsedPage([
      PageSection(error, file: "a<b.mp4", number: 1, on: .timing),
      section(SyntheticMedia.report(seconds: 1), number: 2),
    ])
    #expect(page.text.contains("cannot be read") && page.links.contains("#file1"))
  }

  @Test func thePageOfAnHourIsBelowAMegabyte() {
    let html = section(SyntheticMedia.report(seconds: 3_600, gap: 500)).html
    #expect(html.utf8.count < 900_000)
  }

  @Test func anythingTheReportMayHoldMakesAPage() throws {
    var report = SyntheticMedia.report(seconds: 3)
    report.tracks[0].gaps.append(TrackInterval(ticks: .min, length: .max))
    report.tracks[0].gaps.append(TrackInterval(ticks: .max, length: .min))
    report.tracks[1].greatestBitsInASecond = .max
    report.tracks[1].meanBitRate = .infinity
    report.pairs[0].drift = .nan
    report.info.chapters[0].end = .seconds(.min)
    _ = try ParsedPage([section(report)])
    report.start = .seconds(.min)
    report.end = .seconds(.max)
    _ = try ParsedPage([section(report)])
  }
}
