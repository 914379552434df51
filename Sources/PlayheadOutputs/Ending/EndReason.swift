/// The reason that playback of a file ended.
package enum EndReason: String, Hashable, CaseIterable, Sendable {
  /// The end of the media was reached.
  case end
  /// The `--end` point was reached.
  case endTime = "end-time"
  /// The number of records of `--limit` was reached.
  case limit
  case error
  /// SIGINT.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP, because the terminal was closed.
  case hungUp = "hung-up"
  /// The user chose the next or the previous file.
  case next
  case previous
  /// Playback was stopped, or the file was removed from the list.
  case stopped
  /// The user quit the command.
  case quit
  /// The other player has ended, or cannot be reached any longer.
  case closed
  /// The reader of standard output has closed it.
  case outputClosed = "output-closed"
}

extension EndReason {
  /// The word for the final state of a file.
  package var stateText: String {
    switch self {
    case .end: "ended"
    case .next, .previous: "skipped"
    case .quit: "quit"
    case .error: "failed"
    case .closed: "closed"
    case .stopped, .endTime, .limit, .interrupted, .terminated, .hungUp, .outputClosed: "stopped"
    }
  }
}
