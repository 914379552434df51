import PlayheadCore
import PlayheadOutputs

/// The events for which `--exec` can run its command, as `--exec-on` names them.
enum ExecEvent: String, CaseIterable, Sendable {
  case start
  case pause
  case seek
  case rate
  case stall
  /// Playback continues after a stall.
  case resume
  case loop
  case boundary
  case end

  /// Parses names separated by commas.
  static func set(_ text: String) throws(UsageError) -> Set<ExecEvent> {
    var events: Set<ExecEvent> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let event = ExecEvent(rawValue: String(name)) else {
        throw .invalidValue(
          String(name), option: "--exec-on", expected: .oneOf(allCases.map(\.rawValue)))
      }
      events.insert(event)
    }
    return events
  }

  /// Whether an update reports the event. The end point is that of `--end`.
  func isReported(by progress: PlayheadProgress, isEnd: Bool, isAtEndPoint: Bool) -> Bool {
    switch self {
    case .start: progress.cause == .started
    case .pause: progress.cause == .paused
    case .seek: progress.cause == .seeked
    case .rate: progress.cause == .rateChanged
    case .stall: progress.cause == .stalled
    case .resume: progress.cause == .resumed
    case .loop: progress.cause == .looped
    case .boundary: progress.cause == .boundary || progress.boundary != nil || isAtEndPoint
    case .end: isEnd
    }
  }
}
