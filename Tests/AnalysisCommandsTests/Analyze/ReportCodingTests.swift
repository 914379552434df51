import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAnalysisCommands
@testable import PlayheadListFiles

/// The JSON of the command and that of `Codable` have the same keys and numbers.
@Suite struct ReportCodingTests {
  private static let samples = [
    "bbb_small.mp4", "bbb_cut_elst.mp4", "bbb_start3600.ts", "bbb_multi.mkv",
    "mediafile-artwork.mp3",
    "beepflash/bf_wrap.ts", "beepflash/bf_av_skew_p120.mp4", "gnome-dual-monitors.webm",
  ]

  private func line(_ report: TimingReport) -> String {
    TimingReportJSON.object(
      of: report, file: report.info.name, FileVersion(size: nil, modified: nil)
    ).text
  }

  /// Requires that `one` contains all of `other`. Members of `one` that are null may be missing.
  private func requireAll(_ other: Any, in one: Any?, _ path: String) {
    switch other {
    case let object as [String: Any]:
      let members = one as? [String: Any]
      for (key, value) in object { requireAll(value, in: members?[key], path + "." + key) }
    case let array as [Any]:
      let elements = one as? [Any] ?? []
      #expect(elements.count == array.count, "\(path)")
      for (index, (value, element)) in zip(array, elements).enumerated() {
        requireAll(value, in: element, "\(path)[\(index)]")
      }
    case is NSNull: #expect(one is NSNull, "\(path)")
    default: #expect((other as? NSObject) == (one as? NSObject), "\(path)")
    }
  }

  @Test(arguments: samples)
  func anEncodedReportHasTheKeysAndNumbersOfTheCommand(_ file: String) throws {
    let report = try TimingReport(of: Repository.sample(file))
    let command = try JSONSerialization.jsonObject(with: Data(line(report).utf8))
    var members = try #require(command as? [String: Any])
    for key in ["type", "version", "key", "file", "size", "modified"] { members[key] = nil }
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report))
    requireAll(members, in: encoded, file)
  }

  @Test(arguments: samples + ["bbb_chapters.mkv"])
  func anEncodedDescriptionHasTheKeysAndNumbersOfInspect(_ file: String) throws {
    let info = try TimingReport(of: Repository.sample(file)).info
    let text = MediaInfoJSON.object(of: info, file: info.name).text
    let command = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var members = try #require(command as? [String: Any])
    for key in ["type", "version"] { members[key] = nil }
    let encoded = try JSONEncoder().encode(info)
    requireAll(members, in: try JSONSerialization.jsonObject(with: encoded), file)
    #expect(try JSONDecoder().decode(MediaInfo.self, from: encoded) == info)
  }

  @Test(arguments: samples)
  func aLineOfTheCommandIsAReport(_ file: String) throws {
    let report = try TimingReport(of: Repository.sample(file))
    let text = line(report)
    let decoded = try JSONDecoder().decode(TimingReport.self, from: Data(text.utf8))
    #expect(decoded.findings == report.findings)
    #expect(decoded.tracks.map(\.packetCount) == report.tracks.map(\.packetCount))
    // The decoded report is written as the same line.
    #expect(line(decoded) == text)
  }

  @Test(arguments: samples) func aSavedReportIsTheSame(_ file: String) throws {
    let report = try TimingReport(of: Repository.sample(file))
    let saved = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(TimingReport.self, from: saved) == report)
  }
}
