/// The events that an upstream has sent and a scheduler will deliver, in order.
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

  /// Appends a value.
  ///
  /// - Returns: false if the upstream has completed.
  @inlinable
  mutating func append(_ value: Output) -> Bool {
    guard completion == nil else { return false }
    values.append(value)
    return true
  }

  /// Stores the completion.
  ///
  /// - Returns: false if there already is one.
  @inlinable
  mutating func complete(_ completion: Subscribers.Completion<Failure>) -> Bool {
    guard self.completion == nil else { return false }
    self.completion = completion
    return true
  }

  /// The next event. The order is the same regardless of which scheduled action runs first.
  @inlinable
  mutating func next() -> Event? {
    if let value = values.popFirst() { return .value(value) }
    return completion.map { .completion($0) }
  }
}

/// The state of a timed operator that delivers all events on a scheduler.
@usableFromInline
protocol PostponingInputs: TimedInputs {
  associatedtype Output
  associatedtype Failure: Error
  var postponed: Postponed<Output, Failure> { get set }
}
