import PlayheadInterprocess

/// The kinds of events, with the names by which clients enable and disable them.
enum MPVEventKind: String, CaseIterable, Sendable {
  case none
  case shutdown
  case logMessage = "log-message"
  case getPropertyReply = "get-property-reply"
  case setPropertyReply = "set-property-reply"
  case commandReply = "command-reply"
  case startFile = "start-file"
  case endFile = "end-file"
  case fileLoaded = "file-loaded"
  case idle
  case tick
  case clientMessage = "client-message"
  case videoReconfig = "video-reconfig"
  case audioReconfig = "audio-reconfig"
  case seek
  case playbackRestart = "playback-restart"
  case propertyChange = "property-change"
  case queueOverflow = "event-queue-overflow"
  case hook

  /// Returns the line of an event, with members after its name.
  func line(_ members: [MPVNode.Member] = []) -> [UInt8] {
    MPVNode.object([.init("event", .string(rawValue))] + members).json + [UInt8(ascii: "\n")]
  }
}

/// How much a log message matters.
enum LogLevel: String, CaseIterable, Sendable, Comparable {
  case fatal
  case error
  case warn
  case info
  case status
  case verbose = "v"
  case debug
  case trace
  case stats

  static func < (one: LogLevel, other: LogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}
