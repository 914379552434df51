import Glibc
import PlayheadOutputs

/// The main thread's part of an analysis: it passes the files of the list to the readers, and writes the results.
struct AnalyzeRun {
  private let options: AnalyzeOptions
  private let readers: AnalyzeReaders
  private let records: RecordFile?
  private let recorded: RecordedKeys
  /// The page; nil without one, or after it could not be written.
  private var page: PageFile?
  private let output = StandardOutput()
  private var input: AnalyzeInput
  private var isInputOver = false
  private var progress: AnalyzeProgress
  private var summary = AnalyzeSummary()
  private var hasFailed = false
  private var isOutputOver = false
  private var isStopAnnounced = false

  /// Opens the list and the file of records.
  init(_ options: AnalyzeOptions, _ readers: AnalyzeReaders) throws(FileFailure) {
    self.options = options
    self.readers = readers
    progress = AnalyzeProgress(isQuiet: options.isQuiet)
    input = try AnalyzeInput(options, countsFiles: progress.isVisible)
    records = if let path = options.output { try RecordFile(path) } else { nil }
    page = if let path = options.page { try PageFile(path, .timing) } else { nil }
    recorded = options.skipsRecorded ? try records?.keys() ?? RecordedKeys() : RecordedKeys()
  }

  /// Analyzes all files, and returns the exit status.
  mutating func run() -> ExitStatus {
    defer { input.close() }
    if let header = options.tableHeader { output.write(header) }
    while true {
      admit()
      while let file = readers.removeFinished() { write(file) }
      announceStop()
      let (isEmpty, isStopped) = readers.window { ($0.isEmpty, $0.stopReason != nil) }
      if isEmpty, isInputOver || isStopped { break }
      wait()
    }
    progress.clear()
    writePage { page throws(FileFailure) in try page.finish() }
    let stopReason = readers.window(\.stopReason)
    writeSummary()
    if stopReason?.signal != nil { reportRemaining() }
    if output.hasFailed { return .failed }
    return stopReason?.exitStatus
      ?? (hasFailed ? .failed : summary.isFound(options.checked) ? .found : .played)
  }

  /// Fills the window with files until the list cannot be read without waiting.
  private mutating func admit() {
    do throws(FileFailure) {
      while !isInputOver, readers.window(\.hasRoom) {
        switch try input.next() {
        case .file(let file): readers.admit(file, skipping: recorded)
        case .nothingYet: return
        case .end: isInputOver = true
        }
      }
    } catch {
      isInputOver = true
      fail(error.message)
    }
  }

  private mutating func fail(_ message: String) {
    hasFailed = true
    progress.clear()
    Messages.say(message)
  }

  private mutating func write(_ file: AnalyzedFile) {
    if isOutputOver { return }
    summary.add(file)
    if case .failed(let message) = file.outcome { fail(message) }
    if let section = file.section {
      writePage { page throws(FileFailure) in try page.add(section) }
    }
    if file.text.isEmpty { return }
    if let records {
      do throws(FileFailure) {
        try records.append(file.text)
      } catch {
        isOutputOver = true
        fail(error.message)
      }
    } else {
      progress.clear()
      output.write(file.text)
      isOutputOver = output.isOver
    }
    if isOutputOver { readers.stop(.end) }
  }

  private mutating func writePage(_ body: (PageFile) throws(FileFailure) -> Void) {
    if let failure = page.write(body) { fail(failure.message) }
  }

  /// Waits until a file is done, the list can be read, the command is stopped, or progress is due.
  private mutating func wait() {
    let readsList = !isInputOver && readers.window(\.hasRoom)
    var polled = [
      pollfd(fd: readers.bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsList ? input.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&polled, 2, progress.millisecondsLeft)
    readers.bell.silence()
    if progress.millisecondsLeft == 0 {
      let (count, running) = readers.window { ($0.admittedCount, $0.oldestRunning) }
      let total = input.total ?? (isInputOver ? count : nil)
      progress.show(
        AnalyzeStatus(
          summary: summary, total: total, totalByteCount: input.byteCount, running: running))
    }
  }

  /// Reports once, after a signal, that files are being finished.
  private mutating func announceStop() {
    guard !isStopAnnounced, readers.isFinishing, !options.isQuiet else { return }
    isStopAnnounced = true
    progress.clear()
    Messages.say(OutputMessage.finishing(files: readers.window(\.runningCount)))
  }

  /// Reports how many files were not read because of a signal.
  private mutating func reportRemaining() {
    if options.isQuiet || isOutputOver { return }
    var count = readers.droppedCount
    var isComplete = isInputOver
    do throws(FileFailure) {
      count: while !isComplete {
        switch try input.next() {
        case .file: count += 1
        case .nothingYet: break count
        case .end: isComplete = true
        }
      }
    } catch {}
    if count > 0 || !isComplete {
      Messages.say(OutputMessage.stopped(remaining: count, isComplete: isComplete))
    }
  }

  /// Writes the summary of several files, on standard error unless standard output has reports.
  private func writeSummary() {
    guard summary.count > (options.list == nil ? 1 : 0), !isOutputOver else { return }
    if options.output == nil, options.listed == nil {
      if options.format == .text { output.write(summary.text + "\n") }
    } else if options.output != nil || options.format == .text, !options.isQuiet {
      Messages.say(summary.text)
    }
  }
}
