/// A total to which each value is added by a closure that may throw.
///
/// `Accumulation` does not throw, because a conversion of its closure would take 20 instructions
/// for each value.
@usableFromInline
final class ThrowingAccumulation<Input, Output>: Reduction {
  @usableFromInline let addition: (Output, Input) throws -> Output
  // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
  // new value before the old one is released, whose deinitializer may send.
  @exclusivity(unchecked) @usableFromInline var total: Output

  @inlinable
  init(_ initial: Output, adding addition: @escaping (Output, Input) throws -> Output) {
    total = initial
    self.addition = addition
  }

  @inlinable
  func add(_ input: Input) throws(any Error) -> Bool {
    withExtendedLifetime(exchange(&total, with: try addition(total, input))) {}
    return false
  }

  @inlinable var result: Output? { total }
}
