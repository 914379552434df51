import PlayheadKit
import Testing

@testable import PlayheadAnalysisCommands

@Suite struct AnalyzeStatusTests {
  private func status(total: Int?) -> AnalyzeStatus {
    var summary = AnalyzeSummary()
    let size: Int64 = 250_000_000
    for _ in 0..<10 { summary.add(AnalyzedFile(outcome: .recorded)) }
    for _ in 0..<100 { summary.add(AnalyzedFile(outcome: .reported(findings: [:]), size: size)) }
    for _ in 0..<20 {
      summary.add(AnalyzedFile(outcome: .reported(findings: [.note: 2]), size: size))
    }
    summary.add(AnalyzedFile(outcome: .failed("x: Permission denied"), size: 0))
    return AnalyzeStatus(summary: summary, total: total, running: nil)
  }

  @Test func theLineShowsFilesBytesRatesAndTheTimeLeft() {
    #expect(
      status(total: 1_341).text(elapsed: 60.5)
        == "131 of 1341 files, 30.0 GB, 2.0 files/s, 496 MB/s, 10:05 left, 1 failed, 20 with findings"
    )
    // The names on a pipe cannot be counted in advance.
    #expect(
      status(total: nil).text(elapsed: 60.5)
        == "131 files, 30.0 GB, 2.0 files/s, 496 MB/s, 1 failed, 20 with findings")
  }

  @Test func theTimeLeftIsThatOfTheRemainingBytes() {
    var summary = AnalyzeSummary()
    summary.add(AnalyzedFile(outcome: .recorded, size: 4_000_000_000))
    summary.add(AnalyzedFile(outcome: .reported(findings: [:]), size: 2_000_000_000))
    let status = AnalyzeStatus(
      summary: summary, total: 3, totalByteCount: 66_000_000_000, running: nil)
    #expect(
      status.text(elapsed: 20)
        == "2 of 3 files, 6.0 GB of 66.0 GB, 0.1 files/s, 100 MB/s, 10:00 left, 0 failed, 0 with findings"
    )
  }

  @Test func sizesAndTimesHaveFittingUnits() {
    #expect(
      [0, 999, 1_000, 999_949, 999_951, 1.5e12, 1e19].map(AnalyzeStatus.bytes) == [
        "0 B", "999 B", "1.0 kB", "1000 kB", "1.0 MB", "1.5 TB", "10000 PB",
      ])
    #expect(
      [0, 59.9, 61, 3_600, 360_000].map(AnalyzeStatus.clock) == [
        "0:00", "0:59", "1:01", "1:00:00", "100:00:00",
      ])
  }
}
