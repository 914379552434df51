/// What an upstream sent and a scheduler is to deliver, in order: pure state.
@usableFromInline
struct Postponed<Output, Failure: Error> {
  @usableFromInline
  enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline var values = Fifo<Output>()
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  @inlinable
  init() {}

  /// Takes in a value; false once completed.
  @inlinable
  mutating func append(_ value: Output) -> Bool {
    guard completion == nil else { return false }
    values.append(value)
    return true
  }

  /// Takes in the completion; false if there was one.
  @inlinable
  mutating func complete(_ completion: Subscribers.Completion<Failure>) -> Bool {
    guard self.completion == nil else { return false }
    self.completion = completion
    return true
  }

  /// What comes next: whichever of the scheduled actions runs first, the order stays.
  @inlinable
  mutating func next() -> Event? {
    if let value = values.popFirst() { return .value(value) }
    return completion.map { .completion($0) }
  }
}

/// The state of a timed operator that has the scheduler deliver everything.
@usableFromInline
protocol PostponingInputs: TimedInputs {
  associatedtype Output
  associatedtype Failure: Error
  var postponed: Postponed<Output, Failure> { get set }
}
