import PlayheadFormatting
import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadPages
import PlayheadReading
import PlayheadTimingAnalysis

/// Compares the two files of a command line.
final class CompareSession: Sendable {
  private let options: CompareOptions
  let stopRequest = StopRequest()
  private var interruption: Interruption { stopRequest.interruption }

  init(_ options: CompareOptions) { self.options = options }

  func run() throws(FileFailure) -> ExitStatus {
    let page =
      if let path = options.page { try PageFile(path, .comparison) } else { PageFile?.none }
    var progress = AnalyzeProgress(isQuiet: options.isQuiet)
    let output = StandardOutput()
    defer { progress.clear() }
    do throws(FileFailure) {
      let one = try side(options.one, &progress)
      let other = try side(options.other, &progress)
      if let status = stopRequest.exitStatus { return status }
      progress.clear()
      let compared = ComparedFiles(one: one, other: other, ignored: options.ignored)
      output.write(options.format == .json ? compared.json.text + "\n" : compared.text)
      try page?.add(
        PageSection(
          compared.comparison, (one.name, one.report), (other.name, other.report),
          text: compared.summary))
      try page?.finish()
      if output.hasFailed { return .failed }
      if !compared.comparison.isSame { return .different }
      // Two files that fail in the same way are not known to be the same.
      let haveFailed = [one, other].contains {
        $0.packets != nil && $0.report.ending.failure != nil
      }
      return haveFailed ? .failed : .played
    } catch {
      if let status = stopRequest.exitStatus { return status }
      throw error
    }
  }

  /// Reads a file, or a report on one.
  private func side(
    _ argument: String, _ progress: inout AnalyzeProgress
  ) throws(FileFailure) -> ComparedFiles.Side {
    let file = ListedFile(argument: argument)
    let found = try ReportFile.report(at: argument, options.access, interruption: interruption)
    if let report = found {
      return ComparedFiles.Side(name: file.name, report: report, packets: nil)
    }
    do throws(MediaError) {
      let media = try MeasuredMedia(
        file.media(options.access), isTraced: options.page != nil, interruption: interruption
      ) { info, time in
        guard progress.isVisible, progress.millisecondsLeft == 0 else { return }
        var running = AnalyzeWindow.Running(file: file, interruption: interruption)
        (running.info, running.time) = (info, time)
        progress.show(AnalyzeStatus(summary: AnalyzeSummary(), total: 1, running: running))
      }
      return ComparedFiles.Side(name: file.name, report: media.report, packets: media.packets)
    } catch {
      throw FileFailure(message: "\(error)")
    }
  }
}
