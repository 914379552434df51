import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping

/// The files between the input and the output of an analysis: those that wait for a reader, are
/// being read, or wait to be written.
///
/// Their number and the length of their text and pages are limited, so that the memory in use does not
/// depend on the number of files.
struct AnalyzeWindow {
  struct Running {
    let file: ListedFile
    let interruption: Interruption
    var info: MediaInfo?
    var time: MediaTime?
  }

  /// The greatest number of files in the window.
  static let greatestCount = 256
  /// No file is admitted while what waits to be written is longer than this: 8 MiB.
  static let greatestTextLength = 8 << 20

  /// Whether results are written in the order of the files instead of when they are complete.
  let keepsOrder: Bool
  private(set) var stopReason: EndReason?
  /// The number of files that have been admitted.
  private(set) var admittedCount = 0
  private var waiting: [(index: Int, file: ListedFile)] = []
  private var running: [Int: Running] = [:]
  private var finished: [Int: AnalyzedFile] = [:]
  /// Without `keepsOrder`, the indices of the finished files in the order of completion.
  private var completed: [Int] = []
  private var nextWritten = 0
  private var textLength = 0

  init(keepsOrder: Bool) {
    self.keepsOrder = keepsOrder
  }

  var hasRoom: Bool {
    stopReason == nil
      && waiting.count + running.count + finished.count < AnalyzeWindow.greatestCount
      && textLength < AnalyzeWindow.greatestTextLength
  }

  var isEmpty: Bool { waiting.isEmpty && running.isEmpty && finished.isEmpty }

  /// Adds a file that a reader takes later.
  mutating func admit(_ file: ListedFile) {
    waiting.append((admittedCount, file))
    admittedCount += 1
  }

  /// Returns the next file to read and its index; nil if there is none.
  mutating func begin(_ interruption: Interruption) -> (index: Int, file: ListedFile)? {
    if waiting.isEmpty { return nil }
    let next = waiting.removeFirst()
    running[next.index] = Running(file: next.file, interruption: interruption)
    return next
  }

  mutating func update(_ info: MediaInfo, _ time: MediaTime, of index: Int) {
    running[index]?.info = info
    running[index]?.time = time
  }

  mutating func finish(_ index: Int, _ result: AnalyzedFile) {
    running[index] = nil
    finished[index] = result
    if !keepsOrder { completed.append(index) }
    textLength += result.length
  }

  /// Returns the next result to write; nil if there is none yet.
  mutating func removeFinished() -> AnalyzedFile? {
    guard let index = keepsOrder ? nextWritten : completed.first,
      let result = finished.removeValue(forKey: index)
    else { return nil }
    if !keepsOrder { completed.removeFirst() }
    nextWritten += 1
    textLength -= result.length
    return result
  }

  /// Admits no more files. Returns the number of those dropped that no reader has taken; 0 after the first call.
  mutating func stop(_ reason: EndReason) -> Int {
    if stopReason == nil { stopReason = reason }
    defer { waiting = [] }
    return waiting.count
  }

  var runningCount: Int { running.count }

  var interruptions: [Interruption] { running.values.map(\.interruption) }

  /// The file that has been read for the longest time.
  var oldestRunning: Running? { running.min { $0.key < $1.key }?.value }
}
