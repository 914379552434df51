/// A result without a value, whatever the upstream sends.
@frozen
@usableFromInline
struct NoValue<Input, Failure: Error>: Reduction {
  @inlinable
  init() {}

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool { false }

  @inlinable var result: Never? { nil }
}
