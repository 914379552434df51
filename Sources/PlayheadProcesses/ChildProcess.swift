import CPlayheadSystem
import Glibc
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs

/// A child process that runs a command.
package final class ChildProcess: Sendable {
  /// How the streams of the child are connected to this process.
  package enum Standing {
    /// Standard output is a pipe that this process reads.
    case measured
    /// Standard error is a pipe that this process reads. Standard output is discarded.
    case measuredByErrors
    /// The streams are those of this process. The pipe that this process reads has this number in
    /// the child. Standard error may be another pipe.
    case reporting(Int32, readsErrors: Bool)
    /// The child has its own process group, and its standard output goes to this stream of the
    /// current process. Nothing is read.
    case apart(OutputStream)
    /// Like `apart`, but output that would go to a terminal is a pipe that this process reads.
    case shown(OutputStream)

    fileprivate var isRead: Bool { if case .apart = self { false } else { true } }
    fileprivate var hasOwnGroup: Bool {
      switch self {
      case .measured, .measuredByErrors, .reporting: false
      case .apart, .shown: true
      }
    }
    /// Whether reading stops when the process has ended.
    fileprivate var isObserved: Bool {
      switch self {
      case .shown, .reporting: true
      case .measured, .measuredByErrors, .apart: false
      }
    }
  }

  /// A stream of this process to which the standard output of a child can go.
  package enum OutputStream: String, CaseIterable {
    case stdout
    case stderr

    fileprivate var descriptor: Int32 { self == .stdout ? STDOUT_FILENO : STDERR_FILENO }
  }

  /// The capacity of a pipe: the greatest number of bytes still unread when the writer ends.
  private static let pipeLength = 65_536

  package let identifier: pid_t
  private let standing: Standing
  /// The end of the pipe that this process reads, or -1 if there is none.
  private let descriptor: Int32
  /// The end of the pipe from standard error, or -1 if there is none.
  private let errors: Int32
  /// Readable when the process has ended; -1 if it is not observed.
  private let ending: Int32
  /// Whether the process was reaped. The system can reuse its identifier afterwards.
  private let isGone = Locked(false)

  /// Starts a command, which is searched for in `PATH`.
  package init(_ words: [String], _ standing: Standing) throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    if standing.isRead, system_make_pipe(&ends) < 0 { throw SystemFailure(code: errno) }
    var errorEnds: [Int32] = [-1, -1]
    if case .reporting(_, true) = standing, system_make_pipe(&errorEnds) < 0 {
      let code = errno
      for end in ends { close(end) }
      throw SystemFailure(code: code)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // The child starts with default signal handling instead of inheriting this process's.
    var signals = sigset_t([SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGUSR1])
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var blocked = sigset_t([Int32]())
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    standing.connectStreams(&actions, to: ends[1], errorEnds[1])
    if standing.hasOwnGroup {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = words.map { CommandLine.exactBytes(of: $0).cString }
    var argv = words.map { strdup($0) } + [nil]
    defer {
      for word in argv { free(word) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      if standing.isRead { close(ends[1]) }
      if errorEnds[1] >= 0 { close(errorEnds[1]) }
    }
    var identifier = pid_t()
    let code = posix_spawnp(&identifier, words[0], &actions, &attributes, &argv, environ)
    guard code == 0 else {
      if standing.isRead { close(ends[0]) }
      if errorEnds[0] >= 0 { close(errorEnds[0]) }
      throw SystemFailure(code: code)
    }
    self.identifier = identifier
    self.standing = standing
    descriptor = ends[0]
    errors = errorEnds[0]
    ending = standing.isObserved ? system_open_process(identifier) : -1
  }

  deinit {
    if standing.isRead { close(descriptor) }
    if errors >= 0 { close(errors) }
    if ending >= 0 { close(ending) }
  }

  /// Calls `body` with each piece of output until the process ends. Its background processes are not awaited.
  package func readUntilItEnds(_ body: (ArraySlice<UInt8>) -> Void) {
    readUntilItEnds(from: descriptor, body)
  }

  /// Reads standard error in the same way, if it is a pipe.
  package func readErrorsUntilItEnds(_ body: (ArraySlice<UInt8>) -> Void) {
    if errors >= 0 { readUntilItEnds(from: errors, body) }
  }

  private func readUntilItEnds(from descriptor: Int32, _ body: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var rest = ChildProcess.pipeLength
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
    ]
    while rest > 0 {
      if poll(&polled, 2, -1) < 0 { continue }
      let hasEnded = polled[1].revents != 0
      guard polled[0].revents != 0 else { return }
      guard let bytes = read(from: descriptor, into: &buffer) else { return }
      if hasEnded { rest -= bytes.count }
      body(bytes)
    }
  }

  /// Waits for output and returns it, or nil at its end.
  package func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    read(from: descriptor, into: &buffer)
  }

  private func read(
    from descriptor: Int32, into buffer: inout [UInt8]
  ) -> ArraySlice<UInt8>? {
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Sends a signal to the process, or to its process group if it has its own.
  package func send(signal number: Int32) {
    isGone.withLock { isGone in
      if !isGone { kill(standing.hasOwnGroup ? -identifier : identifier, number) }
    }
  }

  /// Whether the process receives the signals that the terminal sends to this one.
  package var sharesTerminalSignals: Bool { getpgid(identifier) == getpgrp() }

  /// Waits until the process ends. Returns its exit status, or 128 plus the signal that ended it.
  package func wait() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let status = isGone.withLock { isGone in
      isGone = true
      // A status that is lost is not success.
      var status: Int32 = 0xFF00
      waitpid(identifier, &status, 0)
      return status
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

extension ChildProcess.Standing {
  /// Connects the streams to which the child writes: to a pipe, and to that for standard error, or -1.
  fileprivate func connectStreams(
    _ actions: inout posix_spawn_file_actions_t, to pipe: Int32, _ errors: Int32
  ) {
    func send(_ stream: Int32, to target: Int32) {
      posix_spawn_file_actions_adddup2(&actions, target, stream)
    }
    switch self {
    case .measured: send(STDOUT_FILENO, to: pipe)
    case .measuredByErrors:
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      send(STDERR_FILENO, to: pipe)
    case .reporting(let number, let readsErrors):
      if readsErrors { send(STDERR_FILENO, to: errors) }
      send(number, to: pipe)
    case .apart(let stream): send(STDOUT_FILENO, to: stream.descriptor)
    case .shown(let stream):
      send(STDOUT_FILENO, to: isatty(stream.descriptor) == 1 ? pipe : stream.descriptor)
      if isatty(STDERR_FILENO) == 1 { send(STDERR_FILENO, to: pipe) }
    }
  }
}
