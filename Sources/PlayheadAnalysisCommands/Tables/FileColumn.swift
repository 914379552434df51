import PlayheadListFiles
import PlayheadMedia
import PlayheadTimingAnalysis

/// A column of the table with a row for each file.
enum FileColumn: String, CaseIterable {
  case file, size, container, duration
  case declaredDuration = "declared_duration"
  case declaredBy = "declared_by"
  case tracks, video, audio
  case frameRate = "frame_rate"
  case frameRateVerdict = "frame_rate_verdict"
  case severity, errors, warnings, notes, finding, sentence, ending, error

  /// Returns the value of a file.
  func value(of report: TimingReport, _ file: String, _ version: FileVersion) -> TableFormat.Value {
    let rate = report.tracks.first { $0.frameRate != nil }?.frameRate
    let finding = report.findings.first
    return switch self {
    case .file: .text(file)
    case .size: .number(version.size)
    case .container: .text(report.info.container)
    case .duration: .time(report.duration)
    case .declaredDuration: .time(report.declaredDuration)
    case .declaredBy: .text(report.declared?.header.rawValue)
    case .tracks: .number(Int64(report.tracks.count))
    case .video: .text(codecs(.video, of: report))
    case .audio: .text(codecs(.audio, of: report))
    case .frameRate: .decimal(rate?.framesPerSecond, places: 3)
    case .frameRateVerdict: .text(rate?.verdict.rawValue)
    case .severity: .text(report.findings.map(\.severity).max()?.rawValue)
    case .errors: count(.error, in: report)
    case .warnings: count(.warning, in: report)
    case .notes: count(.note, in: report)
    case .finding: .text(finding?.kind.rawValue)
    case .sentence: .text(finding?.sentence)
    case .ending: .text(report.ending.word)
    case .error: .text(report.ending.failure?.description)
    }
  }

  /// Returns the value of a file that cannot be read.
  func value(of error: MediaError, _ file: String, _ version: FileVersion) -> TableFormat.Value {
    switch self {
    case .file: .text(file)
    case .size: .number(version.size)
    case .ending: .text("error")
    case .error: .text("\(error)")
    default: .text(nil)
    }
  }

  private func codecs(_ kind: MediaTrack.Kind, of report: TimingReport) -> String? {
    let codecs = report.tracks.map(\.track).filter { $0.kind == kind && !$0.isAttachedPicture }
      .map { $0.codec ?? "unknown" }
    return codecs.isEmpty ? nil : codecs.joined(separator: " ")
  }

  private func count(
    _ severity: Finding.Severity, in report: TimingReport
  ) -> TableFormat.Value {
    .number(Int64(report.findings.count { $0.severity == severity }))
  }
}

extension FrameRateReport {
  /// The measured rate, or the mean of one that is not constant.
  fileprivate var framesPerSecond: Double {
    measured.map { Double($0.numerator) / Double($0.denominator) } ?? mean
  }
}

extension AnalyzeOptions {
  /// Returns the row of a file.
  func row(of report: TimingReport, _ file: String, _ version: FileVersion) -> String {
    tableFormat?.row(columns.files.map { $0.value(of: report, file, version) }) ?? ""
  }

  /// Returns the row of a file that cannot be read.
  func row(of error: MediaError, _ file: String, _ version: FileVersion) -> String {
    tableFormat?.row(columns.files.map { $0.value(of: error, file, version) }) ?? ""
  }
}
