/// A command line that says nothing that can be done; the sentence says why.
struct UsageError: Error, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
