/// A system call that failed.
struct SystemFailure: Error, Message {
  let code: Int32
  /// A more specific message than that of `errno`.
  var detail: OutputMessage?

  var text: String { detail?.text ?? Messages.reason(ofErrno: code) }
}

/// A file that cannot be used: its name and the reason.
struct FileFailure: Error {
  /// The message with the name of the file.
  let message: String

  init(message: String) {
    self.message = message
  }

  init(_ name: String, _ reason: some Message) {
    message = reason.text(about: name)
  }
}
