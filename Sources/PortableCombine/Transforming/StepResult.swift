/// The decision of an operator with one upstream about a value.
@frozen
@usableFromInline
enum StepResult<Output> {
  /// Send this value.
  case send(Output)
  /// Drop the value, and request another.
  case skip
  /// Send this value, and finish.
  case last(Output)
  /// Finish.
  case end
}
