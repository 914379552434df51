import Glibc
import Locking

/// A command that was started.
final class ChildProcess: Sendable {
  /// How it stands to this process.
  enum Standing {
    /// Its standard output is a pipe to us.
    case measured
    /// It has a process group of its own, and nothing to read.
    case apart
  }

  private let identifier: pid_t
  private let standing: Standing
  /// The end of the pipe; -1 where there is none.
  private let descriptor: Int32
  /// Whether its end was waited for: its number may be another process's from then on.
  private let isGone = Locked(false)

  /// Starts the command, found as a shell would.
  init(_ words: [String], _ standing: Standing) throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    if standing == .measured {
      guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
      // There are no other threads that could start a process in between.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // What this command ignores, blocks or catches is not the child's choice.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGUSR1] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    switch standing {
    case .measured: posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    case .apart:
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
      if standing == .measured { close(ends[1]) }
    }
    var identifier = pid_t()
    let code = posix_spawnp(&identifier, words[0], &actions, &attributes, &argv, environ)
    guard code == 0 else {
      if standing == .measured { close(ends[0]) }
      throw SystemFailure(code: code)
    }
    self.identifier = identifier
    self.standing = standing
    descriptor = ends[0]
  }

  deinit {
    if standing == .measured { close(descriptor) }
  }

  /// Reads what is there, waiting for it; nil at the end.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// To its whole group where it has one of its own.
  func send(signal number: Int32) {
    isGone.withLock { isGone in
      if !isGone { kill(standing == .apart ? -identifier : identifier, number) }
    }
  }

  /// Waits for its end; its exit status, or 128 and the signal that ended it.
  func wait() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let status = isGone.withLock { isGone in
      isGone = true
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
      return status
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
