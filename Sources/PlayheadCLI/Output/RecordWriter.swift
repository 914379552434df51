import Glibc
import Locking
import PlayheadKit

/// Where records go: standard output, the log, or both.
final class RecordWriter: Sendable {
  private struct Target {
    let output: RecordOutput
    let format: any RecordFormat
    let name: String
    let isStandardOutput: Bool
  }

  private struct State {
    var isReaderGone = false
    /// Targets that took no more, by name; each is told of once.
    var failed: Set<String> = []
  }

  private let targets: [Target]
  private let state = Locked(State())

  /// Fails with a sentence where the log cannot be opened.
  init(_ options: PlayOptions) throws(UsageError) {
    var targets: [Target] = []
    if let path = options.logPath {
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        throw UsageError("\(path): cannot be written: \(Messages.reason(ofErrno: errno))")
      }
      targets.append(
        Target(
          output: RecordOutput(descriptor: descriptor), format: JSONFormat(), name: path,
          isStandardOutput: false))
    }
    if !options.isQuiet {
      let format: any RecordFormat =
        switch options.format {
        case .text: TextFormat()
        case .json: JSONFormat()
        case nil: isatty(STDOUT_FILENO) == 1 ? StatusLineFormat() : TextFormat()
        }
      targets.append(
        Target(
          output: RecordOutput(descriptor: STDOUT_FILENO), format: format, name: "standard output",
          isStandardOutput: true))
    }
    self.targets = targets
  }

  /// Whether a line of a terminal is drawn, which shows more than progress.
  var drawsStatusLine: Bool { targets.contains { $0.format is StatusLineFormat } }

  /// Whether standard output's reader has gone away: there is nobody to play for.
  var isReaderGone: Bool { state.withLock { $0.isReaderGone } }

  var hasFailed: Bool { state.withLock { !$0.failed.isEmpty } }

  /// Lets a write that waits for its reader end, so that the command can.
  func giveUp() {
    for target in targets { target.output.giveUp() }
  }

  func write(_ record: Record, file: String) {
    for target in targets {
      let takesNoMore = state.withLock { state in
        state.failed.contains(target.name) || (target.isStandardOutput && state.isReaderGone)
      }
      if takesNoMore { continue }
      guard let bytes = target.format.bytes(of: record, file: file) else { continue }
      switch target.output.write(bytes) {
      case .written, .givenUp: break
      case .closed where target.isStandardOutput: state.withLock { $0.isReaderGone = true }
      case .closed: fail(target, EPIPE)
      case .failed(let code): fail(target, code)
      }
    }
  }

  /// Says once that a target takes no more. Without standard output there is nothing to play for.
  private func fail(_ target: Target, _ code: Int32) {
    state.withLock { state in
      state.failed.insert(target.name)
      if target.isStandardOutput { state.isReaderGone = true }
    }
    Messages.say("\(target.name): cannot be written: \(Messages.reason(ofErrno: code))")
  }
}
