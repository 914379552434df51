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
