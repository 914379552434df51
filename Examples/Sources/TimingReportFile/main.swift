// Reads a file to its end, prints what is wrong with its timing, and saves the report as JSON:
//
//     $ swift run TimingReportFile film.mp4 report.json
//     warning av-offset: audio …
import Foundation
import PlayheadKit

do {
  // Reads on a thread of its own, until the end or until the task is cancelled.
  let report = try await TimingReport.reading(CommandLine.arguments[1])
  for finding in report.findings {
    print("\(finding.severity) \(finding.kind.rawValue): \(finding.sentence)")
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  let file = URL(fileURLWithPath: CommandLine.arguments[2])
  try encoder.encode(report).write(to: file)
  // The saved report is the same, with all its measurements.
  let saved = try JSONDecoder().decode(TimingReport.self, from: Data(contentsOf: file))
  print("\(saved.tracks.count) tracks, \(saved == report ? "saved" : "not saved")")
} catch {
  FileHandle.standardError.write(Data("TimingReportFile: \(error)\n".utf8))
  exit(1)
}
