import Foundation

/// A process that a test has started.
///
/// Replaces Foundation's `Process`, which sometimes misses the exit of a process if several are
/// started at the same time.
package final class SpawnedProcess {
  package struct Failure: Error {
    package let message: String
  }

  /// What a descriptor of the process refers to.
  package enum Stream {
    case file(String, flags: Int32)
    case descriptor(Int32)
  }

  package let identifier: pid_t
  private var status: Int32?

  /// Starts the program at `path`.
  ///
  /// The process inherits the environment, with `variables` added. Its only descriptors are
  /// `streams`, numbered from 0. If `leadsSession` is true it leads a new session, and the first
  /// terminal that it opens becomes its controlling terminal.
  package init(
    _ path: String, _ arguments: [String], variables: [String: String] = [:], streams: [Stream],
    leadsSession: Bool = false
  ) throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads block signals; a process that a user's shell starts does not.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A shell that runs the tests in the background ignores SIGINT and SIGQUIT, nohup SIGHUP.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        | (leadsSession ? newSession : 0))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in zip(Int32(0)..., streams) {
      switch stream {
      case .file(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    // Closes the descriptors of other tests. Closing one that is not open has no effect.
    for number in Int32(streams.count)..<1_024 {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    var words = ([path] + arguments).map { (word: String) in strdup(word) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + settings { free(pointer) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, path, &actions, &attributes, &words, &settings)
    guard code == 0 else {
      throw Failure(message: "\(path) cannot be run: \(String(cString: strerror(code)))")
    }
    self.identifier = identifier
  }

  deinit {
    guard status == nil else { return }
    send(SIGKILL)
    waitForExit()
  }

  /// Whether the process has not exited yet.
  package var isRunning: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | WNOHANG) == 0
      && information.si_signo == 0
  }

  package func send(_ signal: Int32) {
    kill(identifier, signal)
  }

  /// Waits for the process to exit. Returns its exit status, or 128 plus the signal that ended it.
  @discardableResult
  package func waitForExit() -> Int32 {
    if let status { return status }
    var code: Int32 = 0
    while waitpid(identifier, &code, 0) < 0, errno == EINTR {}
    let signal = code & 0x7F
    let exitStatus = signal == 0 ? (code >> 8) & 0xFF : 128 + signal
    status = exitStatus
    return exitStatus
  }
}
