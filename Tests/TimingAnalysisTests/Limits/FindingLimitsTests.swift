import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis
import Testing

/// Limits decide which measurements are findings, and how severe.
@Suite struct FindingLimitsTests {
  private let video = Synthetic.video()
  private let audio = Synthetic.audio()

  /// Ten seconds of video with a gap of 200 ms, and audio with one of 10 ms that starts 50 ms early.
  private func report(_ text: String) throws -> TimingReport {
    let frames = Synthetic.frames(250).enumerated().map { $1 + 640 + ($0 > 99 ? 5 * 512 : 0) }
    let samples = Synthetic.samples(469).enumerated().map { $1 + ($0 > 200 ? 480 : 0) }
    return Synthetic.report(
      [video, audio], Synthetic.packets(frames, of: video, lasting: 512),
      Synthetic.packets(samples, of: audio, lasting: 1_024),
      limits: try FindingLimits(text: text))
  }

  private func words(_ report: TimingReport) -> [String] {
    report.findings.map {
      "\($0.severity.rawValue) \($0.kind.rawValue) \($0.track.map(String.init) ?? "-")"
    }
  }

  private static let usual = ["error gap 0", "error gap 1", "warning av-offset 1"]

  @Test(
    arguments: [
      ("", usual),
      ("gap ignore", ["warning av-offset 1"]),
      ("gap video ignore", ["error gap 1", "warning av-offset 1"]),
      ("gap audio ignore\ngap warning", ["warning av-offset 1", "warning gap 0"]),
      ("gap audio error 9 ms", usual),
      ("gap audio error 11 ms", ["error gap 0", "warning av-offset 1"]),
      ("gap video error 4 frames", usual),
      ("gap video error 5 frames", ["error gap 1", "warning av-offset 1"]),
      ("gap video error 250 ms", ["error gap 1", "warning av-offset 1"]),
      (
        "gap video note 1 frames, error 10 frames",
        ["error gap 1", "warning av-offset 1", "note gap 0"]
      ),
      ("av-offset error 45 ms", usual.map { $0.replacing("warning", with: "error") }),
      ("av-offset note -60..10 ms", ["error gap 0", "error gap 1"]),
      ("av-offset audio note -45..10 ms", ["error gap 0", "error gap 1", "note av-offset 1"]),
      ("av-offset default", ["error gap 0", "error gap 1", "error av-offset 1"]),
      ("gap note\nav-offset ignore", ["note gap 0", "note gap 1"]),
    ] as [(String, [String])])
  func theFindingsFollowTheLimits(text: String, expected: [String]) throws {
    #expect(try words(report(text)).sorted() == expected.sorted())
  }

  /// Only the lists and the findings follow the bounds; what is measured does not.
  @Test func measurementsDoNotDependOnLessStrictLimits() throws {
    let usual = try report("")
    let other = try report(
      "gap ignore\noverlap ignore\ngap video error 9 frames\ngap audio error 1 s")
    #expect(other.tracks[0].gaps.isEmpty && other.tracks[1].gaps.isEmpty)
    #expect(usual.tracks.map(\.drift) == other.tracks.map(\.drift))
    #expect(usual.tracks.map(\.frameRate) == other.tracks.map(\.frameRate))
    #expect(usual.tracks.map(\.interval) == other.tracks.map(\.interval))
  }

  @Test func stricterLimitsFindMore() throws {
    let times = Synthetic.samples(300).enumerated().map { $1 + ($0 > 99 ? 100 : 0) }
    let packets = Synthetic.packets(times, of: audio, lasting: 1_024)
    var limits = FindingLimits()
    #expect(Synthetic.report([video, audio], packets).tracks[1].gaps.isEmpty)
    limits[.gap, .audio] = [.init(.note, .init(-0.002...0.002, .seconds))]
    let report = Synthetic.report([video, audio], packets, limits: limits)
    #expect(report.tracks[1].gaps.elements == [TrackInterval(ticks: 102_400, length: 100)])
    #expect(report.findings.contains { $0.kind == .gap && $0.severity == .note })
  }

  /// Also if the finding has no measurement that the bound limits.
  @Test func theSeverityOfEachFindingCanBeSet() throws {
    for severity in Finding.Severity.allCases {
      let frames = Synthetic.packets(Synthetic.frames(50), of: video, lasting: 512)
      let report = Synthetic.report(
        [video, audio], frames, ending: .failed(MediaError(.read, of: "a", reason: .damaged)),
        limits: try FindingLimits(text: "truncated \(severity.rawValue)"))
      #expect(report.findings.map(\.kind) == [.truncated])
      #expect(report.findings.map(\.severity) == [severity])
    }
  }

  @Test func levelsAreCompletedAndWhatAKindDoesNotHaveIsDropped() throws {
    var limits = FindingLimits()
    limits[.earlyEnd] = [.init(.error)]
    #expect(limits[.earlyEnd, .video].first?.bounds == FindingLimits()[.earlyEnd].first?.bounds)
    limits[.join, .video] = [.init(.note, .init(-.infinity...Double.infinity, .percent))]
    #expect(limits[.join] == [.init(.note)])
    limits[.lateStart] = [.init(.note, .init(-.infinity...Double.infinity, .seconds))]
    #expect(try FindingLimits(text: limits.text) == limits)
  }
}
