import Glibc

/// The exit status of the command.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  /// Creates an exit status.
  ///
  /// - Parameter rawValue: The number, of which the system keeps the lowest 8 bits.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let played = ExitStatus(rawValue: 0)
  package static let failed = ExitStatus(rawValue: 1)
  package static let wrongUsage = ExitStatus(rawValue: 2)
  /// `analyze --check` found a problem of the requested severity.
  package static let found = ExitStatus(rawValue: 3)
  /// `compare` found differences.
  package static let different = ExitStatus(rawValue: 3)
  /// `align` found a recording that has no sound in common with the reference.
  package static let unrelated = ExitStatus(rawValue: 3)
}

/// The signals after which the command stops in an orderly way.
extension EndReason {
  package var signal: Int32? {
    switch self {
    case .interrupted: SIGINT
    case .terminated: SIGTERM
    case .hungUp: SIGHUP
    default: nil
    }
  }

  /// The exit status after that signal: 128 plus its number, as in shells. Nil for other reasons.
  package var exitStatus: ExitStatus? { signal.map { ExitStatus(rawValue: 128 + $0) } }
}
