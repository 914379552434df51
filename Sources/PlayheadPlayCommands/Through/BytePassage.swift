import CPlayheadSystem
import Dispatch
import Glibc
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadTimekeeping

/// Hands on the bytes of a file to standard output, and a copy of them to the player.
///
/// The player reads the copy as standard input from a pipe. With `--pace`, no bytes are handed on while the pipe is
/// full: so they pass at the speed at which the player reads. Otherwise a player that is slower does not get all bytes,
/// if its media can be read without some. A player that no longer reads delays nothing.
final class BytePassage: Sendable {
  private struct State {
    /// Why the command ends before the input does; nil if nothing stops it.
    var stopReason: EndReason?
    var hasFailed = false
  }

  private let name: String
  private let input: Int32
  private let output: Int32
  /// The pipe from which the player reads.
  private let copy: Int32
  /// Readable after the command was stopped.
  private let stopBell = eventfd(0, Int32(EFD_CLOEXEC))
  /// Readable after the player has ended.
  private let playerBell = eventfd(0, Int32(EFD_CLOEXEC))
  private let isPaced: Bool
  /// The places at which bytes of the copy are missing; nil if it must be whole.
  let missingBytes: MissingBytes?
  private let state = Locked(State())
  /// Signaled when the thread ends, and when the command is stopped.
  private let bell = DispatchSemaphore(value: 0)

  /// Opens a file or standard input. The player's copy becomes standard input, and standard error standard output.
  init(
    of argument: String, at path: [UInt8]?, isPaced: Bool, isWhole: Bool
  ) throws(FileFailure) {
    name = CommandLine.readableText(of: argument)
    self.isPaced = isPaced
    missingBytes = isPaced || isWhole ? nil : MissingBytes()
    input = path.map { open($0.cString, O_RDONLY | O_CLOEXEC) } ?? Self.duplicate(STDIN_FILENO)
    guard input >= 0 else { throw FileFailure(name, SystemFailure(code: errno)) }
    output = Self.duplicate(STDOUT_FILENO)
    var ends: [Int32] = [-1, -1]
    guard output >= 0, system_make_pipe(&ends) == 0 else {
      throw FileFailure(name, SystemFailure(code: errno))
    }
    copy = ends[1]
    if !isPaced { _ = fcntl(copy, Int32(system_set_pipe_size), Int32(1 << 20)) }
    _ = fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_NONBLOCK)
    dup2(ends[0], STDIN_FILENO)
    close(ends[0])
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  private static func duplicate(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
  }

  /// Begins to pass bytes on its own thread, where `onFailure` is called if the output accepts no more.
  func begin(onFailure: @escaping @Sendable (EndReason) -> Void) {
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-pass")) { [self] in
      pass(onFailure)
      close(copy)
      bell.signal()
      return .wait(until: nil)
    }
    routine.wake()
  }

  private func pass(_ onFailure: @escaping @Sendable (EndReason) -> Void) {
    let stream: PassedStream
    do throws(SystemFailure) {
      stream = try PassedStream(
        from: input, to: output, copy: copy, stopBell: stopBell, playerBell: playerBell,
        isPaced: isPaced, missingBytes: missingBytes)
    } catch {
      report(.inputFailed(errno: error.code))
      return onFailure(.error)
    }
    let end = stream.passAll()
    // The next program ends before the player has read the rest of its copy.
    close(output)
    report(end)
    switch end {
    case .inputEnded, .inputFailed: stream.finishCopy()
    case .stopped: break
    case .outputClosed: onFailure(.outputClosed)
    case .outputFailed: onFailure(.error)
    }
  }

  private func report(_ end: PassedStream.End) {
    switch end {
    case .inputFailed(let code):
      Messages.say(SystemFailure(code: code), about: name)
      state.withLock { $0.hasFailed = true }
    case .outputFailed(let code):
      Messages.say(SystemFailure(code: code), about: "standard output")
      state.withLock { $0.hasFailed = true }
    case .inputEnded, .stopped, .outputClosed: break
    }
  }

  /// Hands on the bytes read, if the next program accepts it soon, and no more.
  func stop(_ reason: EndReason) {
    state.withLock { $0.stopReason = $0.stopReason ?? reason }
    eventfd_write(stopBell, 1)
    bell.signal()
  }

  /// Passes the rest after the player has ended. After a stop only for a moment, because the output may block.
  func finish(_ status: ExitStatus) -> ExitStatus {
    eventfd_write(playerBell, 1)
    bell.wait()
    if state.withLock({ $0.stopReason != nil }) { _ = bell.wait(timeout: .now() + .seconds(1)) }
    let (reason, hasFailed) = state.withLock { ($0.stopReason, $0.hasFailed) }
    return reason?.exitStatus ?? (hasFailed ? .failed : status)
  }
}
