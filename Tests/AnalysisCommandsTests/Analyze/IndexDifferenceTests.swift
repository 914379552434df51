import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAnalysisCommands
@testable import PlayheadListFiles

/// The table of docs/user/timing-analysis.md that lists where a report from the index differs from one of all
/// bytes.
@Suite struct IndexDifferenceTests {
  /// The number of damaged files that a run examines, the same in each run.
  private static let share = TestEffort.rounds(250)

  /// Returns the names of the boxes in each row of the table.
  private static func rows() throws -> [Set<String>] {
    let text = try Repository.text(of: "docs/user/timing-analysis.md")
    let table = try #require(text.components(separatedBy: "| wrong in the tables |").last)
    return table.components(separatedBy: "\n").dropFirst(2).prefix { $0.hasPrefix("|") }.map {
      line in
      let cell = line.split(separator: "|")[0]
      return Set(cell.split(separator: "`").map(String.init).filter { $0.count == 4 })
    }
  }

  /// Returns the box that a changed field is in.
  private static func box(of one: FieldFile.Case) -> String {
    let name = one.field.name.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != " " && $0 != "+" })
  }

  private static func cases(where isIncluded: (String) -> Bool) throws -> [FieldFile.Case] {
    try FieldFile.movies().flatMap(\.cases).filter { isIncluded(box(of: $0)) }
  }

  /// Returns the reports on a file by both methods in JSON, without their method, or the reasons why there
  /// are none.
  private static func reports(on path: String) -> [String] {
    ReadingMethod.allCases.map { method in
      do throws(MediaError) {
        var report = try TimingReport(of: path, by: method)
        report.method = .whole
        let version = FileVersion(size: nil, modified: nil)
        return TimingReportJSON.object(of: report, file: path, version).text
      } catch {
        return "\(error.reason)"
      }
    }
  }

  private static func differs(_ bytes: Data, in folder: TemporaryDirectory) throws -> Bool {
    let reports = reports(on: try folder.write(bytes, to: "a.mp4"))
    return reports.first != reports.last
  }

  @Test func theTableHasRows() throws {
    #expect(try Self.rows().count >= 3 && Self.rows().allSatisfy { !$0.isEmpty })
  }

  @Test func eachRowOfTheTableIsADifference() throws {
    let folder = try TemporaryDirectory()
    var generator = SplitMix64(seed: 27)
    for row in TestEffort.some(try Self.rows()) {
      // Neighbours are alike: in another order, one that differs comes sooner.
      let cases = try Self.cases { row.contains($0) }.shuffled(using: &generator)
      #expect(try cases.contains { try Self.differs($0.bytes, in: folder) }, "\(row)")
    }
  }

  /// With the boxes after it hidden by this length, two packets remain, and no box has the duration of the
  /// last one. FFmpeg 7.1 then estimates twice the frame rate, and derives the duration from that, unless it
  /// parses the packet. Other versions estimate the right rate.
  private static func isEstimated(_ one: FieldFile.Case) -> Bool {
    LibavformatVersion.major == 61 && one.name.hasPrefix("index.m4s: /moof/mfhd length")
  }

  @Test func thereIsNoOtherDifference() throws {
    let folder = try TemporaryDirectory()
    let listed = try Self.rows().reduce(Set()) { $0.union($1) }
    var generator = SplitMix64(seed: 27)
    let cases = try Self.cases { !listed.contains($0) }.shuffled(using: &generator)
    for one in cases.prefix(Self.share) where !Self.isEstimated(one) {
      #expect(try !Self.differs(one.bytes, in: folder), "\(one.name)")
    }
  }

  /// Chunks of which some are beyond the end, wherever reading comes to them.
  @Test(arguments: [0, 1], [0, 1, 20, -1])
  func aChunkBeyondTheEndIsATruncation(track: Int, chunk: Int) throws {
    var bytes = try Repository.sampleBytes("bbb_small.mp4")
    var table = 0..<0
    for _ in 0...track {
      table = try #require(bytes[table.upperBound...].firstRange(of: Data("stco".utf8)))
    }
    let count = bytes.bigEndian32(at: table.upperBound + 4)
    let entry = table.upperBound + 8 + 4 * (chunk < 0 ? count + chunk : chunk)
    bytes.replaceSubrange(entry..<entry + 4, with: [0x10, 0, 0, 0])
    let folder = try TemporaryDirectory()
    #expect(try !Self.differs(bytes, in: folder))
    let report = try TimingReport(of: folder.path("a.mp4"))
    #expect(report.findings.contains { $0.kind == .truncated && $0.severity == .error })
  }
}

extension Data {
  fileprivate func bigEndian32(at place: Int) -> Int {
    self[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
