import PlayheadListFiles
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The threads that read the files of an analysis, and the window of files between the list and the output.
final class AnalyzeReaders: Sendable {
  private struct State {
    var window: AnalyzeWindow
    var routines: [any HostRoutine] = []
    /// The routines that wait for a file.
    var idle: Set<Int> = []
    var droppedCount = 0
  }

  private let options: AnalyzeOptions
  /// The greatest number of files that are read at the same time.
  private let jobs: Int
  /// Rung when a file is done, and when the command is stopped.
  let bell = Bell()
  private let state: Locked<State>

  init(_ options: AnalyzeOptions) {
    self.options = options
    jobs =
      options.jobs > 1
      ? AvailableMemory.current.readerCount(atMost: options.jobs, decoding: options.decodes) : 1
    // Records are complete lines with the name of the file, so that their order does not matter.
    state = Locked(State(window: AnalyzeWindow(keepsOrder: options.output == nil)))
  }

  /// Whether files are finished after a signal, because a record of a part would pass for one of the file.
  private var finishesFiles: Bool { options.output != nil }

  /// Reads no more files. Without `--output`, the reports cover the media read until now.
  func stop(_ reason: EndReason) {
    let interruptions = state.withLock { state in
      state.droppedCount += state.window.stop(reason)
      return finishesFiles && reason != .end ? [] : state.window.interruptions
    }
    for interruption in interruptions { interruption.interrupt() }
    bell.ring()
  }

  func end() {
    let routines = state.withLock { state in
      defer { state.routines = [] }
      return state.routines
    }
    for routine in routines { routine.stop() }
  }

  /// Whether reading continues after a signal until the current files are finished.
  var isFinishing: Bool {
    state.withLock { $0.window.stopReason?.signal != nil && $0.window.runningCount > 0 }
      && finishesFiles
  }

  /// Adds a file, which the next idle thread reads unless it has a record in the output.
  func admit(_ file: ListedFile, skipping recorded: RecordedKeys) {
    let (idle, count) = state.withLock { state in
      state.window.admit(file)
      return (state.idle.popFirst().map { state.routines[$0] }, state.routines.count)
    }
    if let idle { return idle.wake() }
    guard count < jobs else { return }
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-read")) {
      self.readNext(count, skipping: recorded)
    }
    state.withLock { $0.routines.append(routine) }
    routine.wake()
  }

  /// Reads a property of the window.
  func window<Value: Sendable>(_ property: (AnalyzeWindow) -> Value) -> Value {
    state.withLock { property($0.window) }
  }

  /// The number of files that were admitted but not read because the command was stopped.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  func removeFinished() -> AnalyzedFile? { state.withLock { $0.window.removeFinished() } }

  /// Reads the next file that no other thread reads.
  private func readNext(_ routine: Int, skipping recorded: RecordedKeys) -> HostRoutineNext {
    let interruption = Interruption()
    let next = state.withLock { state in
      let next = state.window.begin(interruption)
      if next == nil { state.idle.insert(routine) }
      return next
    }
    guard let next else { return .wait(until: nil) }
    let result = result(of: next.file, next.index, interruption, recorded)
    state.withLock { $0.window.finish(next.index, result) }
    bell.ring()
    return .again
  }

  private func result(
    of file: ListedFile, _ index: Int, _ interruption: Interruption, _ recorded: RecordedKeys
  ) -> AnalyzedFile {
    // Before the file is read, so that a file that changes during that is analyzed again.
    let version = FileVersion(of: file.argument, options.access)
    if let key = version.key, recorded.contains(key) {
      return AnalyzedFile(outcome: .recorded, size: version.size)
    }
    do throws(MediaError) {
      let report = try TimingReport(
        of: file.media(options.access), by: options.method, limits: options.limits,
        decodesPayloads: options.decodes, isTraced: options.page != nil, interruption: interruption
      ) { info, time in
        state.withLock { $0.window.update(info, time, of: index) }
      }
      return options.result(.success(report), of: file.name, version, number: index + 1)
    } catch {
      return options.result(.failure(error), of: file.name, version, number: index + 1)
    }
  }
}
