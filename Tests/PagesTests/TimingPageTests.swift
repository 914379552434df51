import Foundation
import PlayheadMedia
import PlayheadPages
import PlayheadTimekeeping
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

  /// Returns the last length in a text, such as `23.2 ms`, in seconds.
  private func lastLength(_ text: some StringProtocol) -> Double? {
    let words = text.split(separator: " ")
    if words.last == "0" { return 0 }
    let units = ["s": 1.0, "ms": 1e-3, "µs": 1e-6]
    guard words.count > 1, let unit = units[String(words[words.count - 1])] else { return nil }
    return Double(words[words.count - 2]).map { $0 * unit }
  }

  /// Returns the last bit rate in a text, such as `1.2 Mb/s`.
  private func lastBitRate(_ text: some StringProtocol) -> Double? {
    let words = text.split(separator: " ")
    let units = ["b/s": 1.0, "kb/s": 1e3, "Mb/s": 1e6]
    guard words.count > 1, let unit = units[String(words[words.count - 1])] else { return nil }
    return Double(words[words.count - 2]).map { $0 * unit }
  }

  private static let reports: [@Sendable () -> TimingReport] = [
    { SyntheticMedia.report(seconds: 20, gap: 50) },
    { SyntheticMedia.report(seconds: 100, zero: 7, soundSpeed: 1.001) },
    // Pictures are missing, so that the mean rate is declared, and others.
    {
      SyntheticMedia.report(
        seconds: 60, declaredRate: FrameRate(85, 4),
        isMissing: { $0 == 0 && (500..<725).contains($1) })
    },
    { SyntheticMedia.report(seconds: 60, soundSpeed: 0.999, declaredRate: FrameRate(30, 1)) },
    { SyntheticMedia.report(seconds: 60, declaredRate: nil) },
    { SyntheticMedia.report(seconds: 60, isMissing: { $0 == 1 && $1 % 9 == 0 }) },
    { SyntheticMedia.report(seconds: 600, isMissing: { $0 == 1 && $1 % 9 == 0 }) },
  ]

  /// Each diagram against the numbers beside its title, at both ends of the file.
  @Test(arguments: reports.indices)
  func whatIsDrawnIsWhatIsPrinted(_ index: Int) throws {
    let report = Self.reports[index]()
    let page = try ParsedPage([section(report)])
    for (number, caption) in page.captions.enumerated() {
      let (note, tips) = (page.notes[number], page.tipsOfDiagrams[number])
      func sum(_ unit: String) -> Int {
        tips.compactMap { tip in
          if tip.hasPrefix("gap of ") { return unit == "gap" ? 1 : nil }
          let words = tip.split(separator: " ").suffix(2)
          return words.last?.hasPrefix(unit) == true ? words.first.flatMap { Int($0) } : nil
        }.reduce(0, +)
      }
      switch caption.split(separator: " ").first {
      case "Keyframes": #expect(sum("keyframe") == report.tracks[0].keyframeCount)
      case "Frame", "Packet":
        let most = try #require(tips.compactMap(lastLength).max())
        #expect(lastLength(note) == most, "\(note)")
      case "Bit":
        // The area of all bars is that of the mean.
        let rates = tips.compactMap(lastBitRate)
        let area = zip(rates, page.rectangles[number]).reduce(0) { $0 + $1.0 * $1.1.width }
        let mean = try #require(
          lastBitRate(note.prefix { $0 != "," }.dropLast(" on average".count)))
        #expect(rates.count == page.rectangles[number].count)
        #expect(abs(area / 1_000 / mean - 1) < 0.05, "\(area / 1_000) \(mean)")
      case "Audio":
        let pair = try #require(report.pairs.first)
        let (start, drift) = (
          try #require(pair.startOffset).seconds, try #require(pair.drift) / 1e6
        )
        let length = try #require(report.duration).seconds
        let (first, last) = (
          try #require(tips.first.flatMap(lastLength)), try #require(tips.last.flatMap(lastLength))
        )
        // A column is as long as a hundredth of the file at most, and shows its end.
        #expect(abs(first - start) <= abs(drift) * length / 50 + 1e-4, "\(first) \(start)")
        #expect(abs(last - start - drift * length) <= abs(drift) * length / 50 + 1e-4, "\(last)")
      case "Interleaving":
        #expect(lastLength(note) == tips.compactMap(lastLength).max())
      default: break
      }
      let gaps = report.tracks.first {
        caption.contains("\($0.track.kind.rawValue) \($0.track.index)")
      }?.gaps
      if let gaps, caption.hasPrefix("Keyframes") || caption.hasPrefix("Gaps") {
        #expect(sum("gap") == gaps.total && note.contains("gap") == (gaps.total > 0))
      }
    }
  }

  /// The list of gaps ends after a thousand.
  @Test func gapsAreDrawnToTheEndOfTheFile() throws {
    let page = try ParsedPage([
      section(SyntheticMedia.report(seconds: 600, isMissing: { $0 == 1 && $1 % 9 == 0 }))
    ])
    let index = try #require(page.captions.firstIndex { $0.hasPrefix("Gaps of audio 1") })
    #expect(page.notes[index] == "2777 gaps")
    #expect(page.rectangles[index].contains { $0.x > 990 })
    #expect(page.rectangles[index].count > 100)
  }

  @Test func neighbouringBarsMeet() throws {
    for seconds in [7, 61, 187, 1_000] {
      let page = try ParsedPage([section(SyntheticMedia.report(seconds: seconds))])
      let index = try #require(page.captions.firstIndex { $0.hasPrefix("Bit rate of audio 1") })
      let bars = page.rectangles[index]
      #expect(bars.count > 40)
      for (bar, next) in zip(bars, bars.dropFirst()) {
        #expect(abs(bar.x + bar.width - next.x) < 1e-9, "\(bar) \(next)")
      }
    }
  }

  @Test func distancesBelowATickAreNotDrawn() throws {
    var report = SyntheticMedia.report(seconds: 4)
    for index in report.tracks.indices { report.tracks[index].track.timebase = Timebase(1, 1) }
    let page = try ParsedPage([section(report)])
    #expect(!page.captions.contains { $0.hasPrefix("Interleaving") })
  }

  @Test func manyChaptersShareShapes() throws {
    var report = SyntheticMedia.report(seconds: 600)
    report.info.chapters = (0..<20_000).map { number in
      Chapter(
        start: .milliseconds(Int64(number) * 30), end: .milliseconds(Int64(number) * 30 + 30),
        title: String(repeating: "long ", count: 100))
    }
    let section = section(report)
    #expect(section.html.utf8.count < 300_000)
    let page = try ParsedPage([section])
    #expect(page.notes[0] == "20000" && page.tipsOfDiagrams[0].count == 500)
    #expect(page.tipsOfDiagrams[0].last == "9:58.800 chapters 19961 to 20000")
  }

  @Test func onlyTheDiagramsThatAreThereAreExplained() throws {
    let page = try ParsedPage([section(SyntheticMedia.report(seconds: 4))])
    #expect(
      page.text.contains("The bits per second") && !page.text.contains("In a gap")
        && !page.text.contains("Reorder depth"))
    #expect(!page.text.contains("What is wrong or notable"))
    let gapped = try ParsedPage([section(SyntheticMedia.report(seconds: 4, gap: 50))])
    #expect(gapped.text.contains("In a gap"))
    let empty = try ParsedPage([section(SyntheticMedia.report(seconds: 0))])
    #expect(empty.text.contains("What is wrong or notable") && !empty.text.contains("The bits"))
    let error = MediaError(.open, of: "a.mp4", reason: .notFound)
    let failed = PageSection(error, file: "a.mp4", number: 1, on: .timing)
    #expect(try !ParsedPage([failed]).text.contains("How to read"))
  }

  /// Screen readers do not find links in a picture.
  @Test func diagramsWithLinksAreGroups() throws {
    let page = try ParsedPage([section(SyntheticMedia.report(seconds: 4, gap: 50))])
    #expect(page.roles.first == "group" && page.roles.dropFirst().allSatisfy { $0 == "img" })
  }

  @Test func subtitlesAndCoverArtAreNamed() throws {
    var subtitles = MediaTrack(index: 0, kind: .subtitle, timebase: .milliseconds)
    subtitles.codec = "subrip"
    var meter = TimingMeter(
      info: MediaInfo(name: "a.srt", container: "srt", tracks: [subtitles], isSeekable: true),
      isTraced: true)
    meter.add(
      PacketTiming(
        track: 0, presentationTicks: 1_000, decodeTicks: 1_000, durationTicks: 1_000, byteCount: 5,
        isKeyframe: true))
    let text = try ParsedPage([section(meter.report(ending: .endOfMedia))]).text
    #expect(
      text.contains("srt, no sound or pictures, the last packet ends at 0:02.000, subtitle 0"))
    var report = SyntheticMedia.report(seconds: 1)
    report.tracks[0].track.isAttachedPicture = true
    #expect(try ParsedPage([section(report)]).text.contains("cover art 0 (h264), audio 1"))
  }

  /// A variable frame rate does not state the length of a frame.
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
