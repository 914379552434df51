import CSystem
import Foundation
import Testing

/// A terminal without a window: a shell runs in it, what is shown is read, keys are typed.
final class PseudoTerminal {
  struct Failure: Error {
    let message: String
  }

  private let terminal: Int32
  private let process: pid_t
  /// All that was shown so far, and how much of it was waited for.
  private(set) var shown: [UInt8] = []
  private var seen = 0
  private var status: Int32?

  /// Runs a line of bash in a session of its own, whose terminal this is.
  init(_ line: String, columns: UInt16 = 80) throws {
    var (outside, inside): (Int32, Int32) = (-1, -1)
    guard openpty(&outside, &inside, nil, nil, nil) == 0,
      let name = ttyname(inside).map({ String(cString: $0) })
    else { throw Failure(message: "there is no pseudo terminal") }
    // What other tests start must not keep it open.
    for descriptor in [outside, inside] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    defer { close(inside) }
    terminal = outside
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // Threads of tests block signals, as a user's shell does not.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK))  // and _SETSID
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that a session's leader opens is its own.
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
    }
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = "xterm"
    environment["NO_COLOR"] = "1"
    environment["MEDIA"] = BuiltCommand.sampleMedia
    environment["PLAYHEAD"] = BuiltCommand.path
    var arguments = ["bash", "-c", line].map { (word: String) in strdup(word) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var pid = pid_t()
    let failure = posix_spawn(&pid, "/bin/bash", &actions, &attributes, &arguments, &variables)
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    process = pid
    guard failure == 0 else { throw Failure(message: "bash cannot be run") }
    resize(columns)
  }

  deinit {
    close(terminal)
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  func resize(_ columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    #expect(write(terminal, bytes, bytes.count) == bytes.count)
  }

  /// Reads until this is shown, after what was waited for before; fails after a minute of nothing.
  @discardableResult
  func wait(for text: String) throws -> String {
    while true {
      let new = String(decoding: shown[seen...], as: UTF8.self)
      if let range = new.range(of: text) {
        let taken = String(new[..<range.upperBound])
        seen += taken.utf8.count
        return taken
      }
      guard try read() else {
        throw Failure(message: "never shown: \(text); but: \(new.suffix(2_000))")
      }
    }
  }

  /// Reads to the end, and returns the exit status.
  func waitForExit() throws -> Int32 {
    while try read() {}
    var code: Int32 = 0
    waitpid(process, &code, 0)
    status = code
    return code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
  }

  /// Whether the terminal shows what is typed and gives it line by line, as it was to begin with.
  var isInLineMode: Bool {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// The group of processes that the terminal belongs to now.
  func foregroundProcess() throws -> pid_t {
    let group = tcgetpgrp(terminal)
    guard group > 0 else { throw Failure(message: "nothing is in the foreground") }
    return group
  }

  private func read() throws -> Bool {
    var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 60_000) > 0 else {
      throw Failure(
        message: "a minute of nothing after: \(String(decoding: shown.suffix(500), as: UTF8.self))")
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(terminal, &bytes, bytes.count)
    if count > 0 { shown += bytes[..<count] }
    return count > 0
  }
}
