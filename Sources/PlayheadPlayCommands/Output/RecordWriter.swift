import Glibc
import PlayheadLocking
import PlayheadOutputs
import PlayheadRecords

/// Writes records to standard output and to the logs.
package final class RecordWriter: Sendable {
  private struct Target {
    let output: RecordOutput
    let name: String
    var isStandardOutput = false

    /// Returns the bytes before the first record. Call this immediately before writing.
    func start(_ format: any RecordFormat) -> [UInt8] {
      if isStandardOutput || output.isAtStart { return format.header }
      return output.endsWithinLine ? [UInt8(ascii: "\n")] : []
    }
  }

  /// The state of the writing to one target.
  private struct Writing {
    var format: any RecordFormat
    var hasBegun = false
    /// The storage of the previous record, which is reused.
    var buffer: [UInt8] = []
    /// Whether writing failed. The error was reported.
    var hasFailed = false

    /// Returns the bytes to write, which may be empty. Uses the storage of the previous record.
    mutating func bytes(of record: Record, _ item: PlayedItem, to target: Target) -> [UInt8] {
      if hasFailed { return [] }
      var bytes: [UInt8] = []
      swap(&bytes, &buffer)
      bytes.removeAll(keepingCapacity: true)
      // The header is written even if this format leaves out the first record, so that an output
      // without records still has its header.
      if !hasBegun { bytes += target.start(format) }
      hasBegun = true
      format.append(record, of: item, to: &bytes)
      if bytes.isEmpty { swap(&bytes, &buffer) }
      return bytes
    }
  }

  private struct State {
    var writings: [Writing] = []
    var isOutputClosed = false
    /// Whether the socket of a log could not be connected.
    var lacksLog = false
  }

  /// How much of a file is read to see whether it is one of records.
  private static let startLength = 4_096

  private let targets: [Target]
  private let state: Locked<State>

  /// Opens the outputs. Throws if a log cannot be opened; a socket that cannot be connected is only reported.
  init(_ options: PlayOptions) throws(FileFailure) {
    var targets: [Target] = []
    var state = State()
    func add(_ target: Target, _ format: any RecordFormat) {
      targets.append(target)
      state.writings.append(Writing(format: format))
    }
    // Descriptors first: a log file could otherwise be opened with the number of a descriptor that is
    // closed, and be taken for it.
    let descriptors = options.logs.filter { if case .descriptor = $0 { true } else { false } }
    let others = options.logs.filter { !descriptors.contains($0) && $0 != .standardOutput }
    for place in descriptors + others {
      do throws(SystemFailure) {
        let output = RecordOutput(descriptor: try place.open(), isOwned: true)
        let format = options.makeFormat(options.format(of: place))
        if case .file = place {
          let start = output.firstBytes(Self.startLength)
          if !start.isEmpty, !format.canContinue(start) {
            throw SystemFailure(
              code: EEXIST, detail: .otherFile(format: "\(options.format(of: place))"))
          }
        }
        add(Target(output: output, name: place.name), format)
      } catch {
        guard case .socket = place else { throw FileFailure(place.name, error) }
        Messages.say(error, about: place.name)
        state.lacksLog = true
      }
    }
    if options.writesToStandardOutput, !options.drawsLiveLine {
      let isTerminal = isatty(STDOUT_FILENO) == 1
      add(
        Target(
          output: RecordOutput(descriptor: STDOUT_FILENO), name: "standard output",
          isStandardOutput: true),
        options.makeFormat(options.standardOutputFormat, isForTerminal: isTerminal))
    }
    self.targets = targets
    self.state = Locked(state)
  }

  /// Whether standard output was closed by its reader or failed, so that playback should end.
  package var isOutputClosed: Bool { state.withLock { $0.isOutputClosed } }

  package var hasFailed: Bool {
    state.withLock { $0.lacksLog || $0.writings.contains(where: \.hasFailed) }
  }

  /// Cancels writes that wait for a reader, so that the command can end.
  package func abandon() {
    for target in targets { target.output.abandon() }
  }

  package func write(_ record: Record, of item: PlayedItem) {
    for (index, target) in targets.enumerated() {
      let bytes = state.withLock { state -> [UInt8] in
        let isOver = target.isStandardOutput && state.isOutputClosed
        return isOver ? [] : state.writings[index].bytes(of: record, item, to: target)
      }
      if bytes.isEmpty { continue }
      let outcome = target.output.write(bytes)
      state.withLock { $0.writings[index].buffer = bytes }
      switch outcome {
      case .written, .abandoned: break
      case .closed where target.isStandardOutput: state.withLock { $0.isOutputClosed = true }
      case .closed: fail(index, EPIPE)
      case .failed(let code): fail(index, code)
      }
    }
  }

  /// Reports once that writing to a target failed. Without standard output, playback ends.
  private func fail(_ index: Int, _ code: Int32) {
    let target = targets[index]
    state.withLock { state in
      state.writings[index].hasFailed = true
      if target.isStandardOutput { state.isOutputClosed = true }
    }
    Messages.say(SystemFailure(code: code), about: target.name)
  }
}
