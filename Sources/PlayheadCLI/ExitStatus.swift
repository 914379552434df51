/// How the command ends, as scripts see it.
public enum ExitStatus: Int32, Sendable {
  case played = 0
  case failed = 1
  case wrongUsage = 2
  /// `analyze --check` found what it was to look for.
  case found = 3
  /// After SIGHUP: 128 and the signal's number, as shells count.
  case hungUp = 129
  /// After SIGINT.
  case interrupted = 130
  /// After SIGTERM.
  case terminated = 143
}
