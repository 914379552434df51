/// A variable of an operator with one upstream.
///
/// It is an object, so that its value is consistent for a value that arrives while client code runs.
@usableFromInline
final class OperatorState<Value> {
  // Accessed only in calls from the upstream, which are serial or nested.
  @exclusivity(unchecked) @usableFromInline var stored: Value

  @inlinable
  init(_ value: Value) { stored = value }

  /// The value. An old one is released after the new one is stored, because its deinitializer may send.
  @inlinable var value: Value {
    get { stored }
    set { withExtendedLifetime(exchange(&stored, with: newValue)) {} }
  }
}
