import PlaybackSession

/// Why a key or a line of `--control` makes no request.
struct ControlError: Error, Equatable {
  /// The word of the line; nil if the message is complete.
  let subject: String?
  let message: ControlMessage

  init(_ message: ControlMessage) {
    (subject, self.message) = (nil, message)
  }

  init(_ subject: String, _ message: ControlMessage) {
    (self.subject, self.message) = (subject, message)
  }

  var text: String { subject.map(message.text(about:)) ?? message.text }
}

extension SessionRefusal {
  /// The message about a request of a user, without the name of the file.
  func reason(of request: SessionRequest) -> String {
    switch self {
    case .noFile: "no file is open"
    case .noEntry:
      (request == .previous ? ControlMessage.atFirstFile : .atLastFile).text
    case .notSeekable: "the source is not seekable"
    case .unknownDuration: ControlMessage.unknownDuration.text
    case .invalidValue: "the value is out of range"
    case .tooManyRequests: ControlMessage.tooManyCommands.text
    case .impossible(let reason, _), .refused(let reason): reason
    }
  }

  /// The message about a request of a user, as in `next: already at the last file`.
  package func text(of request: SessionRequest) -> String {
    let file = if case .impossible(_, let file) = self { "\(file): " } else { "" }
    return "\(request.word): \(file)\(reason(of: request))"
  }
}
