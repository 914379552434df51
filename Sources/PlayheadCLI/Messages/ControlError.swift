/// An error in a command of a key or of `--control`.
struct ControlError: Error, Hashable {
  /// The word of the command or the name of the file that the message is about; nil if the message
  /// is complete.
  let subject: String?
  let message: ControlMessage

  init(_ message: ControlMessage) {
    (subject, self.message) = (nil, message)
  }

  init(_ subject: String, _ message: ControlMessage) {
    (self.subject, self.message) = (subject, message)
  }

  /// The message without the name of the file, for the status line.
  var reason: String { message.text }

  var text: String { subject.map(message.text(about:)) ?? message.text }

  /// The message about a command that cannot be carried out, as in `next: already at the last file`.
  func text(of command: TransportCommand) -> String { "\(command.word): \(text)" }
}
