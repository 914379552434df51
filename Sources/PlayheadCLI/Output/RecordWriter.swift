import Glibc
import Locking
import PlayheadKit

/// Where records go: standard output and the logs.
final class RecordWriter: Sendable {
  private struct Target {
    let output: RecordOutput
    let name: String
    var isStandardOutput = false

    /// What comes before its first record; to be asked just before that is written.
    func start(_ format: any RecordFormat) -> [UInt8] {
      if isStandardOutput || output.isAtStart { return format.header }
      return output.endsWithinLine ? [UInt8(ascii: "\n")] : []
    }
  }

  /// What is written to one target.
  private struct Writing {
    var format: any RecordFormat
    var hasBegun = false
    /// The storage of the record before, to be used again.
    var buffer: [UInt8] = []
    /// Whether it takes no more, which was told.
    var hasFailed = false

    /// What is to be written, in the storage of the record before; empty for nothing.
    mutating func bytes(of record: Record, _ item: PlayedItem, to target: Target) -> [UInt8] {
      if hasFailed { return [] }
      var bytes: [UInt8] = []
      swap(&bytes, &buffer)
      bytes.removeAll(keepingCapacity: true)
      // A header alone comes too: it is what tells that there were no records.
      if !hasBegun { bytes += target.start(format) }
      hasBegun = true
      format.append(record, of: item, to: &bytes)
      if bytes.isEmpty { swap(&bytes, &buffer) }
      return bytes
    }
  }

  private struct State {
    var writings: [Writing] = []
    var isReaderGone = false
    /// A log that cannot be reached, as a listener who is not there.
    var lacksLog = false
  }

  private let targets: [Target]
  private let state: Locked<State>

  /// Fails with a sentence where a log cannot be opened.
  init(_ options: PlayOptions) throws(UsageError) {
    var targets: [Target] = []
    var state = State()
    func add(_ target: Target, _ format: any RecordFormat) {
      targets.append(target)
      state.writings.append(Writing(format: format))
    }
    // Before there are files of ours that could have the number.
    let descriptors = options.logs.filter { if case .descriptor = $0 { true } else { false } }
    let others = options.logs.filter { !descriptors.contains($0) && $0 != .standardOutput }
    for place in descriptors + others {
      do throws(SystemFailure) {
        let output = RecordOutput(descriptor: try place.open(), isOwned: true)
        add(Target(output: output, name: place.name), options.makeFormat(options.format(of: place)))
      } catch {
        let message = "\(place.name): cannot be written: \(error.message)"
        guard case .socket = place else { throw UsageError(message) }
        Messages.say(message)
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

  /// Whether standard output's reader has gone away: there is nobody to play for.
  var isReaderGone: Bool { state.withLock { $0.isReaderGone } }

  var hasFailed: Bool {
    state.withLock { $0.lacksLog || $0.writings.contains(where: \.hasFailed) }
  }

  /// Lets a write that waits for its reader end, so that the command can.
  func giveUp() {
    for target in targets { target.output.giveUp() }
  }

  func write(_ record: Record, of item: PlayedItem) {
    for (index, target) in targets.enumerated() {
      let bytes = state.withLock { state -> [UInt8] in
        let isOver = target.isStandardOutput && state.isReaderGone
        return isOver ? [] : state.writings[index].bytes(of: record, item, to: target)
      }
      if bytes.isEmpty { continue }
      let outcome = target.output.write(bytes)
      state.withLock { $0.writings[index].buffer = bytes }
      switch outcome {
      case .written, .givenUp: break
      case .closed where target.isStandardOutput: state.withLock { $0.isReaderGone = true }
      case .closed: fail(index, EPIPE)
      case .failed(let code): fail(index, code)
      }
    }
  }

  /// Says once that a target takes no more. Without standard output there is nothing to play for.
  private func fail(_ index: Int, _ code: Int32) {
    let target = targets[index]
    state.withLock { state in
      state.writings[index].hasFailed = true
      if target.isStandardOutput { state.isReaderGone = true }
    }
    Messages.say("\(target.name): cannot be written: \(Messages.reason(ofErrno: code))")
  }
}
