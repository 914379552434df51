/// A total to which each value is added.
@usableFromInline
final class Accumulation<Input, Output, Failure: Error>: Reduction {
  @usableFromInline let addition: (Output, Input) -> Output
  // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
  // new value before the old one is released, whose deinitializer may send.
  @exclusivity(unchecked) @usableFromInline var total: Output

  @inlinable
  init(_ initial: Output, adding addition: @escaping (Output, Input) -> Output) {
    total = initial
    self.addition = addition
  }

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    withExtendedLifetime(exchange(&total, with: addition(total, input))) {}
    return false
  }

  @inlinable var result: Output? { total }
}
