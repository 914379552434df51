import Dispatch
import Glibc
import Locking
import PlayheadKit

/// Analyzes the files of a command line, several at the same time, and reports on them in their
/// order.
final class AnalyzeSession: Sendable {
  private struct State {
    var nextFile = 0
    var results: [Result<TimingReport, MediaError>?]
    /// The files that are being read, by index.
    var running: [Int: Running] = [:]
    var stopReason: EndReason?
  }

  private struct Running {
    var interruption: Interruption
    var info: MediaInfo?
    var time: MediaTime?
  }

  private let options: AnalyzeOptions
  private let files: [ListedFile]
  private let state: Locked<State>
  /// Signaled each time that a file is done.
  private let bell = DispatchSemaphore(value: 0)

  init(_ options: AnalyzeOptions) {
    self.options = options
    files = PlaylistExpansion.files(options.files, access: options.access)
    state = Locked(State(results: Array(repeating: nil, count: files.count)))
  }

  /// Stops reading. The reports cover the media read until then.
  func stop(_ reason: EndReason) {
    let running = state.withLock { state in
      state.stopReason = reason
      return Array(state.running.values)
    }
    for file in running { file.interruption.interrupt() }
  }

  func run() -> ExitStatus {
    let jobs = options.jobs > 1 ? AvailableMemory.current.readerCount(atMost: options.jobs) : 1
    let workers = (0..<min(jobs, files.count)).map { _ in
      SystemHostClock.shared.makeRoutine(on: .thread("playhead-read")) { self.readNext() }
    }
    for worker in workers { worker.wake() }
    defer { for worker in workers { worker.stop() } }
    let output = StandardOutput()
    var progress = AnalyzeProgress(isQuiet: options.isQuiet)
    var status = ExitStatus.played
    var summary = AnalyzeSummary()
    for (index, file) in files.enumerated() {
      guard let result = wait(for: index, &progress) else { break }
      progress.clear()
      summary.add(result)
      status = write(result, of: file, to: output, status)
      if output.isOver { break }
    }
    write(summary, to: output)
    stop(state.withLock { $0.stopReason } ?? .end)
    if output.hasFailed { return .failed }
    return state.withLock { $0.stopReason }?.exitStatus ?? status
  }

  /// Waits for the result of a file. Returns nil if reading it had not begun when the command was
  /// stopped.
  private func wait(
    for index: Int, _ progress: inout AnalyzeProgress
  ) -> Result<TimingReport, MediaError>? {
    while true {
      let (result, isVoid) = state.withLock { state in
        (state.results[index], state.stopReason != nil && state.running[index] == nil)
      }
      if let result { return result }
      if isVoid { return nil }
      if bell.wait(timeout: progress.nextLine) == .timedOut { progress.show(progressText) }
    }
  }

  /// Writes the summary of several files: after the reports, or on standard error with `--findings`.
  private func write(_ summary: AnalyzeSummary, to output: StandardOutput) {
    guard files.count > 1, options.format == .text, !output.isOver else { return }
    if !options.printsFindingsOnly {
      output.write(summary.text + "\n")
    } else if !options.isQuiet {
      Messages.say(summary.text)
    }
  }

  private func write(
    _ result: Result<TimingReport, MediaError>, of file: ListedFile, to output: StandardOutput,
    _ status: ExitStatus
  ) -> ExitStatus {
    let file = file.name
    switch result {
    case .success(let report):
      output.write(text(of: report, file))
      let isFound = report.findings.contains { finding in
        options.checked.map { finding.severity >= $0 } ?? false
      }
      return isFound && status == .played ? .found : status
    case .failure(let error):
      Messages.say("\(error)")
      if options.format == .json {
        output.write(JSONObject(error, version: TimingReportJSON.version, file: file).text + "\n")
      }
      return .failed
    }
  }

  private func text(of report: TimingReport, _ file: String) -> String {
    switch (options.format, options.printsFindingsOnly) {
    case (.text, false): TimingReportText.text(of: report, file: file, requested: options.method)
    case (.json, false): TimingReportJSON.object(of: report, file: file).text + "\n"
    case (.text, true): report.findings.map { FindingText.line($0, file: file) }.joined()
    case (.json, true):
      report.findings.map { TimingReportJSON.object(of: $0, file: file).text + "\n" }.joined()
    }
  }

  /// Reads the next file that no other thread reads.
  private func readNext() -> RoutineNext {
    let interruption = Interruption()
    let index = state.withLock { state -> Int? in
      guard state.nextFile < files.count, state.stopReason == nil else { return nil }
      defer { state.nextFile += 1 }
      state.running[state.nextFile] = Running(interruption: interruption)
      return state.nextFile
    }
    guard let index else { return .wait(until: nil) }
    let result = read(files[index], index, interruption)
    state.withLock { state in
      state.results[index] = result
      state.running[index] = nil
    }
    bell.signal()
    return .again
  }

  private func read(
    _ file: ListedFile, _ index: Int, _ interruption: Interruption
  ) -> Result<TimingReport, MediaError> {
    do throws(MediaError) {
      return .success(
        try TimingReport(
          of: file.media(options.access), by: options.method, interruption: interruption
        ) { info, time in
          state.withLock { state in
            state.running[index]?.info = info
            state.running[index]?.time = time
          }
        })
    } catch {
      return .failure(error)
    }
  }

  /// The progress, such as `2 of 9 files; c.mkv: 61 %`.
  private var progressText: String {
    let (done, running) = state.withLock { state in
      (state.results.count { $0 != nil }, state.running.min { $0.key < $1.key })
    }
    let start = files.count == 1 ? "" : "\(done) of \(files.count) files; "
    guard let running else { return start }
    return start + files[running.key].name + ": "
      + place(of: running.value)
  }

  private func place(of file: Running) -> String {
    guard let info = file.info, let time = file.time else { return "opening" }
    let start = info.presentationStart ?? .zero
    guard let length = info.declaredDuration(from: start), length > .zero,
      let read = time.subtracting(start)
    else { return "\(time.decimalText(places: 1)) s" }
    let percentage = min(max(read.seconds / length.seconds * 100, 0), 100)
    return "\(Int(percentage)) %"
  }
}
