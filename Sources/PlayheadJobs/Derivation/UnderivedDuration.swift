/// Why the duration of an output cannot be derived from the arguments.
package struct UnderivedDuration: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason, as in `the length of input 0 is unknown`.
  package let description: String

  init(_ description: String) { self.description = description }
}
