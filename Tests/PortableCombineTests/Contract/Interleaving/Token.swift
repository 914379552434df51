import PlayheadTesting

/// A value of an interleaving. Its release can send, request and cancel.
final class Token {
  let number: Int
  private let onRelease: () -> Void

  init(_ number: Int, onRelease: @escaping () -> Void) {
    self.number = number
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}
