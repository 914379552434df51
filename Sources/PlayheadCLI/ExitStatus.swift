/// The exit status of the command.
public enum ExitStatus: Int32, Sendable {
  case played = 0
  case failed = 1
  case wrongUsage = 2
  /// `analyze --check` found a problem of the requested severity.
  case found = 3
  /// After SIGHUP. This and the following are 128 plus the number of the signal, as in shells.
  case hungUp = 129
  /// After SIGINT.
  case interrupted = 130
  /// After SIGTERM.
  case terminated = 143
}
