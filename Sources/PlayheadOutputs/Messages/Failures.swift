/// A system call that failed.
package struct SystemFailure: Error, Message {
  package let code: Int32
  /// A more specific message than that of `errno`.
  package var detail: OutputMessage?

  package init(code: Int32, detail: OutputMessage? = nil) {
    (self.code, self.detail) = (code, detail)
  }

  package var text: String { detail?.text ?? Messages.reason(ofErrno: code) }
}

/// A file that cannot be used: its name and the reason.
package struct FileFailure: Error {
  /// The message with the name of the file.
  package let message: String

  package init(message: String) {
    self.message = message
  }

  package init(_ name: String, _ reason: some Message) {
    message = reason.text(about: name)
  }
}
