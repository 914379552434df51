import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis
import Testing

/// What decoders report becomes findings with the first places.
@Suite struct DecodingFindingTests {
  private func report(_ change: (inout DecodingReport) -> Void) -> TimingReport {
    let video = Synthetic.video()
    var report = Synthetic.report(
      [video], Synthetic.packets(Synthetic.frames(250), of: video, lasting: 512))
    var decoding = DecodingReport()
    change(&decoding)
    report.tracks[0].decoding = decoding
    return report
  }

  @Test func payloadsWithoutDefectsHaveNoFinding() {
    let report = report { $0.frameCount = 250 }
    #expect(report.findings.isEmpty && report.isDecoded)
  }

  @Test func eachListIsAFinding() throws {
    let lists: [(WritableKeyPath<DecodingReport, CappedList<TrackInterval>>, Finding.Kind)] = [
      (\.undecodable, .undecodablePackets), (\.missingReferences, .missingReferences),
      (\.concealed, .concealedErrors), (\.corrupt, .corruptFrames),
    ]
    for (list, kind) in lists {
      let report = report { decoding in
        for frame in Int64(25)..<30 {
          decoding[keyPath: list].append(TrackInterval(ticks: frame * 512))
        }
      }
      let finding = try #require(report.findings.first)
      #expect(report.findings.count == 1 && finding.kind == kind && finding.severity == .error)
      #expect(finding.count == 5 && finding.track == 0 && finding.time == .seconds(1))
      #expect(finding.sentence.hasSuffix(" at 1.000 s, 1.040 s, 1.080 s and 2 others"))
    }
  }
}
