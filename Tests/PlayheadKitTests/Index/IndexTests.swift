import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Reports that are made from the sample tables of MP4 and QuickTime files.
@Suite struct IndexTests {
  /// Reads a file by both methods, and expects the same report. Returns it.
  @discardableResult
  private func compare(_ path: String) throws -> TimingReport {
    let whole = try TimingReport(of: path)
    var indexed = try TimingReport(of: path, by: .index)
    #expect(whole.method == .whole && indexed.method == .index)
    indexed.method = .whole
    #expect(indexed == whole && indexed.findings == whole.findings)
    return indexed
  }

  /// The number of bytes that this thread reads from files in `body`.
  private func bytesRead(_ body: () throws -> Void) throws -> Int {
    func count() throws -> Int {
      let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
      return try #require(Int(line.dropFirst(7)))
    }
    let before = try count()
    try body()
    return try count() - before
  }

  @Test(arguments: Repository.movies)
  func theIndexGivesTheReportThatAllBytesGive(file: String) throws {
    try compare(Repository.path(file))
  }

  @Test func theSamplesIncludeFragmentsAndEditLists() {
    let names = Repository.movies.map { ($0 as NSString).lastPathComponent }
    #expect(names.contains("bf_frag.mp4") && names.contains("bbb_cut_elst.mp4"))
  }

  @Test(arguments: ["bbb_tmcd.mov", "beepflash/bf_frag.mp4", "bbb_small.mp4"])
  func theIndexShowsThatTheEndOfAFileIsMissing(file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    let folder = try TemporaryDirectory()
    for part in [3, 5, 6, 7] {
      let path = try folder.write(bytes.prefix(bytes.count * part / 8), to: "\(part).mp4")
      // Without its movie box, a file cannot be opened by any method.
      guard (try? TimingReport(of: path)) != nil else { continue }
      let report = try compare(path)
      #expect(report.ending != .endOfMedia || report.tracks.allSatisfy { $0.packetCount > 0 })
    }
  }

  @Test(.enabled(if: !TestEffort.hasSanitizer, "smaller files are read in the same way"))
  func twoGigabytesAreJudgedByReadingLessThanTwoPercent() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("sparse.mov")
    try SparseMovie(seconds: 1_182).write(to: path)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size >= 2 << 30)
    let count = try bytesRead { _ = try TimingReport(of: path, by: .index) }
    #expect(count > 0 && count * 50 <= size)
    let report = try compare(path)
    #expect(report.tracks[0].packetCount == 29_550 && report.tracks[0].frameRate != nil)
    #expect(report.duration == .seconds(1_182))
  }

  @Test func mediaDataOfASmallFileIsNotReadEither() throws {
    let path = Repository.sample("bbb.mp4")
    let count = try bytesRead { _ = try TimingReport(of: path, by: .index) }
    #expect(count > 0 && count * 50 <= 1_055_736)
  }

  @Test(arguments: ["bbb_chapters.mkv", "bbb_start3600.ts", "mediafile.opus", "mediafile-cbr.mp3"])
  func aFileWithoutAnIndexIsReadAsBefore(file: String) throws {
    let report = try TimingReport(of: Repository.sample(file), by: .index)
    #expect(try report == TimingReport(of: Repository.sample(file)) && report.method == .whole)
  }
}
