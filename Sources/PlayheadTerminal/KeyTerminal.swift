import CPlayheadSystem
import Glibc
import PlayheadLocking
import PlayheadProcesses

/// The terminal from which keys are read.
///
/// While the command is in the foreground, the terminal sends each key immediately and does not echo it. Ctrl-C and
/// Ctrl-Z still send signals. The original modes are restored however the process ends, except by SIGKILL.
package final class KeyTerminal: Sendable {
  private struct State {
    /// The original modes, or nil if they are set.
    var modes: termios?
    /// Whether `leave()` was called, before the process stops or ends.
    var isAway = false
  }

  package let descriptor: Int32
  /// Readable when the reader should check again whether it may read keys.
  package let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  private let state = Locked(State())

  /// Uses standard input if it is a terminal, otherwise the controlling terminal, if there is one.
  package init?() {
    descriptor =
      isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { return nil }
  }

  /// Whether the command may read keys, because it is in the foreground or there is no job control.
  var isForeground: Bool { isInForeground(descriptor) }

  /// Sets the modes for reading keys in the foreground, unless `leave()` was called.
  package func enter() {
    state.withLock { state in
      var modes = termios()
      guard state.modes == nil, !state.isAway, isForeground, tcgetattr(descriptor, &modes) == 0
      else { return }
      state.modes = modes
      system_restore_terminal_at_end(descriptor, &modes)
      setModes(KeyTerminal.immediate(modes))
    }
  }

  /// Restores the original modes until `resume()`.
  package func leave() {
    state.withLock { state in
      state.isAway = true
      guard let modes = state.modes.take() else { return }
      setModes(modes)
      system_leave_terminal_at_end()
    }
    eventfd_write(bell, 1)
  }

  /// Allows reading keys again after `leave()`.
  package func resume() {
    state.withLock { $0.isAway = false }
    enter()
    eventfd_write(bell, 1)
  }

  /// Sets the modes again: a shell may have changed them while SIGSTOP had stopped the process.
  package func refresh() {
    state.withLock { state in
      if let modes = state.modes, isForeground { setModes(KeyTerminal.immediate(modes)) }
    }
    eventfd_write(bell, 1)
  }

  private static func immediate(_ modes: termios) -> termios {
    var modes = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return modes
  }

  private func setModes(_ modes: termios) {
    withoutJobControlStops {
      _ = withUnsafePointer(to: modes) { tcsetattr(descriptor, TCSANOW, $0) }
    }
  }
}

/// Whether this process may use a terminal: in the foreground, or without job control.
func isInForeground(_ descriptor: Int32) -> Bool {
  let group = tcgetpgrp(descriptor)
  return group < 0 || group == getpgrp()
}

/// Runs `body` so that using the terminal from the background does not stop the process. Reading fails there.
package func withoutJobControlStops<Result>(_ body: () -> Result) -> Result {
  var stops = [SIGTTIN, SIGTTOU].signalSet
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &stops, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}
