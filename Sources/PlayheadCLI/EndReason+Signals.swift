import Glibc

/// The signals after which the command stops in an orderly way.
extension EndReason {
  var signal: Int32? {
    switch self {
    case .interrupted: SIGINT
    case .terminated: SIGTERM
    case .hungUp: SIGHUP
    default: nil
    }
  }

  /// The exit status after that signal: 128 plus its number, as in shells. Nil for other reasons.
  var exitStatus: ExitStatus? { signal.map { ExitStatus(rawValue: 128 + $0) } }
}
