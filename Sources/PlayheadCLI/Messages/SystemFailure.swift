/// A system call that failed.
struct SystemFailure: Error, Message {
  let code: Int32
  /// A more specific message than that of `errno`.
  var detail: OutputMessage?

  var text: String { detail?.text ?? Messages.reason(ofErrno: code) }
}
