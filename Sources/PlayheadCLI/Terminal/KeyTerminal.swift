import CSystem
import Glibc
import Locking

/// The terminal that keys are read from: gives each key at once and does not show it, while the
/// command is in the foreground.
///
/// Signals stay keys' business: ^C and ^Z still send them. However the process ends, short of
/// SIGKILL, the terminal gets its modes back.
final class KeyTerminal: Sendable {
  private struct State {
    /// As the terminal was found; nil while it is so.
    var modes: termios?
    /// Whether keys come at all: not while the process is to be stopped, nor once it ends.
    var isAway = false
  }

  let descriptor: Int32
  /// Readable when whoever waits for a key is to look whether it still may.
  let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  private let state = Locked(State())

  /// Standard input where that is a terminal, else the one that controls the process; nil without.
  init?() {
    descriptor =
      isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { return nil }
  }

  /// Whether the command may read keys: it is in the foreground, or nobody controls jobs.
  var isForeground: Bool { isInForeground(descriptor) }

  /// Has keys come at once, if in the foreground; from the background that would stop the process.
  func enter() {
    state.withLock { state in
      var modes = termios()
      guard state.modes == nil, !state.isAway, isForeground, tcgetattr(descriptor, &modes) == 0
      else { return }
      state.modes = modes
      system_restore_terminal_at_end(descriptor, &modes)
      setModes(KeyTerminal.immediate(modes))
    }
  }

  /// Gives the terminal its modes back, until `resume`.
  func leave() {
    state.withLock { state in
      state.isAway = true
      guard let modes = state.modes.take() else { return }
      setModes(modes)
      system_leave_terminal_at_end()
    }
    eventfd_write(bell, 1)
  }

  /// Ends `leave`.
  func resume() {
    state.withLock { $0.isAway = false }
    enter()
    eventfd_write(bell, 1)
  }

  /// After a stop that came without notice: a shell may have set the terminal's modes.
  func refresh() {
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

/// Whether a terminal is this process' to use: it is in the foreground, or nobody controls jobs.
func isInForeground(_ descriptor: Int32) -> Bool {
  let group = tcgetpgrp(descriptor)
  return group < 0 || group == getpgrp()
}

/// Runs `body` so that a terminal that is another's does not stop the process (SIGTTIN, SIGTTOU),
/// but has the call fail.
func withoutJobControlStops<Result>(_ body: () -> Result) -> Result {
  var stops = sigset_t()
  var before = sigset_t()
  sigemptyset(&stops)
  sigaddset(&stops, SIGTTIN)
  sigaddset(&stops, SIGTTOU)
  pthread_sigmask(SIG_BLOCK, &stops, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}
