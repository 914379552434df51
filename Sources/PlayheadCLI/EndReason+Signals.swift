import Glibc

/// The signals that end the command in order.
extension EndReason {
  var signal: Int32? {
    switch self {
    case .interrupted: SIGINT
    case .terminated: SIGTERM
    case .hungUp: SIGHUP
    default: nil
    }
  }

  /// What the command ends with after that signal; nil where there was none.
  var exitStatus: ExitStatus? { signal.flatMap { ExitStatus(rawValue: 128 + $0) } }
}
