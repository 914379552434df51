/// A variable of an operator with one upstream.
///
/// It is an object, so that its value is consistent for a value that arrives while client code
/// runs.
@usableFromInline
final class OperatorState<Value> {
  // Accessed only in calls from the upstream, which are serial.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
