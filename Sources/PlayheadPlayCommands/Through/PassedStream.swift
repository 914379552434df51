import CPlayheadSystem
import Glibc
import PlayheadFFmpeg
import PlayheadOutputs
import PlayheadTimekeeping

/// Bytes on their way from an input to an output, with a copy for a reader that may be slow, or leave.
///
/// They go from pipe to pipe, and the kernel moves their pages and copies no byte. An input that is no pipe is first
/// moved to one. Only the thread of the passage uses it.
final class PassedStream {
  enum End: Equatable {
    case inputEnded
    /// The stop bell was rung.
    case stopped
    case outputClosed
    case inputFailed(errno: Int32)
    case outputFailed(errno: Int32)
  }

  /// Thrown from a step.
  private struct Ending: Error { let end: End }

  /// What the next step waits for.
  private enum Need {
    case nothing
    case input
    case output
    /// Room for the copy.
    case room
  }

  /// How long the output may take to accept the remaining bytes before a stop.
  private static let grace = Duration.milliseconds(500)
  /// The interval at which a player that does not get all bytes is asked whether it has read them.
  private static let inquiry: Int32 = 10
  private static let flags = UInt32(system_splice_nonblocking)

  private let input: Int32
  private let output: Int32
  /// The pipe of the player, which does not block.
  private let copy: Int32
  private let stopBell: Int32
  private let playerBell: Int32
  private let greatestPiece: Int
  private let missingBytes: MissingBytes?
  /// The pipe that is filled from the input; nil if that is a pipe.
  private let filling: OwnPipe?
  /// The pipe in which bytes wait for the player; nil if they pass at its speed.
  private let waiting: OwnPipe?
  private let discarding: Int32
  private var share = PlayerShare()
  private var isCopying = true
  private var isToleranceKnown = false
  /// The number of bytes in `filling`.
  private var filled = 0
  /// The number of the next bytes of which there is a copy.
  private var copied = 0
  /// Whether the kernel moves bytes from the input, and to the output.
  private var movesInput = true
  private var movesOutput = true
  private lazy var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Creates a passage with a copy, a pipe that does not block. Without `missingBytes`, the copy must be whole.
  init(
    from input: Int32, to output: Int32, copy: Int32, stopBell: Int32, playerBell: Int32,
    isPaced: Bool, missingBytes: MissingBytes?
  ) throws(SystemFailure) {
    (self.input, self.output, self.copy) = (input, output, copy)
    (self.stopBell, self.playerBell, self.missingBytes) = (stopBell, playerBell, missingBytes)
    greatestPiece = isPaced ? 16_384 : OwnPipe.size
    filling = Self.isPipe(input) ? nil : try OwnPipe()
    waiting = isPaced ? nil : try OwnPipe()
    discarding = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if discarding < 0 { throw SystemFailure(code: errno) }
    if !isPaced { for pipe in [input, output] { OwnPipe.grow(pipe) } }
  }

  deinit { close(discarding) }

  /// Hands on all bytes, until the input or the output ends, or the stop bell rings.
  func passAll() -> End {
    defer {
      // Bytes that were read and not handed on stay in a file, for a program that continues there.
      if filled > 0 { lseek(input, off_t(-filled), SEEK_CUR) }
    }
    do throws(Ending) {
      while true {
        let need = try step()
        giveWaiting()
        if wait(for: need) { return try stop() }
      }
    } catch {
      return error.end
    }
  }

  /// Gives the player the rest of the copy, after all bytes have passed.
  func finishCopy() {
    while isCopying, let waiting, share.waiting > 0 {
      if give(from: waiting) { continue }
      var polled = [readable(stopBell), readable(playerBell), writable(copy)]
      poll(&polled, 3, -1)
      if polled[0].revents != 0 || polled[1].revents != 0 { return }
    }
  }

  // MARK: Steps

  private func step() throws(Ending) -> Need {
    if copied == 0 {
      if let filling, filled == 0 {
        let need = try fill(filling)
        if filled == 0 { return need }
      }
      if isCopying {
        let need = try makeCopy()
        if copied == 0 { return need }
      }
    }
    return try pass()
  }

  /// Moves bytes from an input that is no pipe to one.
  private func fill(_ pipe: OwnPipe) throws(Ending) -> Need {
    // Sockets and terminals block, whatever the flags.
    guard isReady(readable(input)) else { return .input }
    let count: Int
    if movesInput {
      count = splice(input, nil, pipe.input, nil, greatestPiece, Self.flags)
      if count < 0, errno == EINVAL {
        movesInput = false
        return .nothing
      }
    } else {
      // They fit in an empty pipe.
      count = read(input, &buffer, min(greatestPiece, buffer.count))
      if count > 0 { write(pipe.input, buffer, count) }
    }
    if count == 0 { throw Ending(end: .inputEnded) }
    if count < 0 {
      if errno == EAGAIN || errno == EINTR { return .input }
      throw Ending(end: .inputFailed(errno: errno))
    }
    filled = count
    return .nothing
  }

  /// Makes a copy of the next bytes.
  private func makeCopy() throws(Ending) -> Need {
    let count = tee(source, waiting?.input ?? copy, greatestPiece, Self.flags)
    if count == 0 { throw Ending(end: .inputEnded) }
    if count > 0 {
      copied = count
      if let waiting {
        share.add(count)
        learnTolerance(waiting)
      }
      return .nothing
    }
    if errno == EINTR { return .nothing }
    if errno == EPIPE {
      isCopying = false
      return .nothing
    }
    guard errno == EAGAIN else { throw Ending(end: .inputFailed(errno: errno)) }
    if !isReady(readable(source)) { return .input }
    guard let waiting else { return .room }
    let leftOut = share.leaveOut()
    if leftOut == 0 { return give(from: waiting) ? .nothing : .room }
    missingBytes?.record(at: share.given)
    discard(leftOut, from: waiting)
    return .nothing
  }

  private func pass() throws(Ending) -> Need {
    let greatest = copied > 0 ? copied : filling == nil ? greatestPiece : filled
    let count: Int
    if movesOutput {
      count = splice(source, nil, output, nil, greatest, Self.flags)
    } else if !isReady(readable(source)) {
      (count, errno) = (-1, EAGAIN)
    } else {
      count = read(source, &buffer, min(greatest, buffer.count))
      if count > 0 { try writeAll(count) }
    }
    if count > 0 {
      copied = max(copied - count, 0)
      filled = max(filled - count, 0)
      return .nothing
    }
    if count == 0 { throw Ending(end: .inputEnded) }
    switch errno {
    case EINTR: return .nothing
    case EINVAL where movesOutput:
      movesOutput = false
      return .nothing
    case EAGAIN:
      if isReady(readable(source)) { return .output }
      // Another process has read the bytes.
      copied = 0
      return .input
    case EPIPE: throw Ending(end: .outputClosed)
    default: throw Ending(end: .outputFailed(errno: errno))
    }
  }

  /// Writes bytes of the buffer to an output to which the kernel does not move any.
  private func writeAll(_ count: Int) throws(Ending) {
    var rest = buffer[..<count]
    while !rest.isEmpty {
      let length = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if length >= 0 {
        rest = rest.dropFirst(length)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN: _ = isReady(writable(output), within: Self.inquiry)
      case EPIPE: throw Ending(end: .outputClosed)
      default: throw Ending(end: .outputFailed(errno: errno))
      }
    }
  }

  /// Hands on the bytes read, if the output accepts it soon. Bytes in a pipe that was not read stay there.
  private func stop() throws(Ending) -> End {
    let clock = SystemHostClock.shared
    let end = clock.now.advanced(by: Self.grace)
    while copied > 0 || filled > 0, clock.now < end {
      switch try pass() {
      case .output: _ = isReady(writable(output), within: Self.inquiry)
      case .input: return .stopped
      case .nothing, .room: break
      }
    }
    return .stopped
  }

  // MARK: The copy

  /// Finds out, as soon as enough bytes wait, whether the player can read the media without some of the later ones.
  private func learnTolerance(_ waiting: OwnPipe) {
    guard missingBytes != nil, !isToleranceKnown else { return }
    if share.waiting < MissingBytes.headLength { return }
    var head = [UInt8](repeating: 0, count: MissingBytes.headLength)
    guard system_peek_pipe(waiting.output, &head, head.count) == head.count else { return }
    isToleranceKnown = true
    share.mayLeaveOut = MissingBytes.areTolerated(after: head)
  }

  private func giveWaiting() {
    guard isCopying, let waiting, share.waiting > 0 else { return }
    let isDue = share.isDue(at: SystemHostClock.shared.now, isIdle: isPlayerIdle)
    if isDue { _ = give(from: waiting) }
  }

  /// Gives the player bytes that wait, if there is room for some.
  private func give(from waiting: OwnPipe) -> Bool {
    let count = splice(waiting.output, nil, copy, nil, share.waiting, Self.flags)
    guard count > 0 else { return false }
    share.give(count, at: SystemHostClock.shared.now)
    return true
  }

  private func discard(_ count: Int, from waiting: OwnPipe) {
    var rest = count
    while rest > 0 {
      let count = splice(waiting.output, nil, discarding, nil, rest, Self.flags)
      if count <= 0, errno != EINTR { return }
      rest -= max(count, 0)
    }
  }

  /// Whether the player has read all that it got.
  private var isPlayerIdle: Bool {
    var count: Int32 = 0
    return ioctl(copy, UInt(FIONREAD), &count) == 0 && count == 0
  }

  // MARK: Waiting

  /// The pipe from which bytes are handed on.
  private var source: Int32 { filling?.output ?? input }

  /// Waits until a step can be taken. Returns whether the stop bell has rung.
  private func wait(for need: Need) -> Bool {
    var polled = [readable(stopBell)]
    if isCopying { polled.append(readable(playerBell)) }
    let isCopyWaiting = isCopying && share.waiting > 0
    if need == .room || isCopyWaiting && !share.isPartial { polled.append(writable(copy)) }
    switch need {
    case .nothing, .room: break
    case .input: polled.append(readable(input))
    case .output: polled.append(writable(output))
    }
    let time: Int32 = need == .nothing ? 0 : isCopyWaiting && share.isPartial ? Self.inquiry : -1
    poll(&polled, nfds_t(polled.count), time)
    if isCopying, polled[1].revents != 0 { isCopying = false }
    return polled[0].revents != 0
  }

  private func readable(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  private func writable(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  }

  private func isReady(_ polled: pollfd, within milliseconds: Int32 = 0) -> Bool {
    var polled = polled
    return poll(&polled, 1, milliseconds) > 0
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}

/// A pipe whose ends are in this process.
final class OwnPipe {
  /// The greatest size that the kernel allows by default. If it allows less, the pipe is smaller.
  static let size = 1 << 20

  let output: Int32
  let input: Int32

  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
    (output, input) = (ends[0], ends[1])
    _ = fcntl(input, Int32(system_set_pipe_size), Int32(Self.size))
  }

  deinit {
    close(output)
    close(input)
  }

  /// Grows a pipe to 256 KiB, so that its writer and its reader wait for each other less often.
  static func grow(_ descriptor: Int32) {
    if (1..<1 << 18).contains(capacity(of: descriptor)) {
      _ = fcntl(descriptor, Int32(system_set_pipe_size), 1 << 18)
    }
  }

  /// Returns how many bytes a pipe holds; -1 if it is no pipe.
  static func capacity(of descriptor: Int32) -> Int32 {
    fcntl(descriptor, Int32(system_get_pipe_size))
  }
}
