import Foundation
import PlayheadLocking

/// The messages of a server, read by a thread until the server ends.
final class ServerLog: Sendable {
  private struct State {
    var text = ""
    var isRunning = false
  }

  private static let readiness = "startup complete"
  private static let greatestCount = 16_384

  private let state = Locked(State())
  private let isReady = DispatchSemaphore(value: 0)
  private let pipe: (reading: Int32, writing: Int32)

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = (ends[0], ends[1])
  }

  /// The last messages.
  var text: String { state.withLock { $0.text } }

  /// Starts a program whose messages are read, and returns its process.
  func run(_ arguments: [String], environment: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, pipe.writing, 2)
    var process = pid_t()
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    let error = posix_spawnp(&process, arguments[0], &actions, nil, &words, &variables)
    close(pipe.writing)
    guard error == 0 else {
      close(pipe.reading)
      throw SoundServer.Failure(
        description: "\(arguments[0]): \(String(cString: strerror(error))) "
          + "(scripts/bootstrap \(arguments[0]) installs it)")
    }
    state.withLock { $0.isRunning = true }
    Thread { self.read() }.start()
    return process
  }

  /// Waits until the server is ready, at most for a minute; returns false if it is not.
  func waitUntilReady() -> Bool {
    _ = isReady.wait(timeout: .now() + .seconds(60))
    return text.contains(Self.readiness)
  }

  /// Returns whether the server was running until now, and records that it is not.
  func takeRunning() -> Bool {
    state.withLock { state in
      defer { state.isRunning = false }
      return state.isRunning
    }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(pipe.reading, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      let addition = String(decoding: bytes[..<count], as: UTF8.self)
      let wasReady = state.withLock { state in
        let wasReady = state.text.contains(Self.readiness)
        // What came before the server was ready is kept.
        state.text = String((state.text + addition).suffix(Self.greatestCount))
        return wasReady
      }
      if !wasReady, text.contains(Self.readiness) { isReady.signal() }
    }
    close(pipe.reading)
    isReady.signal()
  }
}
