/// What is known of a publisher whose values are kept until they are asked for: pure state.
@usableFromInline
struct BufferInputs<Output, Failure: Error>: JoinedInputs {
  /// What is done with a value.
  @usableFromInline
  enum Reception {
    case sent
    case kept
    /// Dropped, or another in its place; to be released after the lock.
    case dropped(Output?)
    /// There is no room, which is a failure.
    case failed
  }

  @usableFromInline let size: Int
  @usableFromInline let dropsOldest: Bool
  @usableFromInline let failsWhenFull: Bool
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var values = Backlog<Output>()
  @usableFromInline var upstream: (any Subscription)?
  /// How it ends.
  @usableFromInline var completion: Subscribers.Completion<Failure>?
  @usableFromInline var isWorking = false
  /// Whether the subscriber has its subscription, before which no completion is due.
  @usableFromInline var isHandedOver = false
  /// Whether it was ever asked for values, before which no end is due.
  @usableFromInline var isAsked = false

  @inlinable
  init(size: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
    self.size = size
    switch whenFull {
    case .dropNewest: (dropsOldest, failsWhenFull) = (false, false)
    case .dropOldest: (dropsOldest, failsWhenFull) = (true, false)
    case .customError: (dropsOldest, failsWhenFull) = (false, true)
    }
  }

  /// Takes in the upstream's subscription, unless it is to be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription) -> Bool {
    guard upstream == nil, completion == nil else { return false }
    upstream = subscription
    return true
  }

  /// Decides about a value.
  @inlinable
  mutating func receive(_ value: Output) -> Reception {
    if completion != nil { return .dropped(nil) }
    if demand > .none, values.isEmpty {
      demand -= 1
      return .sent
    }
    if values.count < size {
      values.append(value)
      return .kept
    }
    if failsWhenFull { return .failed }
    guard dropsOldest, size > 0 else { return .dropped(nil) }
    values.append(value)
    return .dropped(values.popFirst())
  }

  /// The completion to send now, if any: a failure once nothing is asked for or no value is left,
  /// the end once something was asked for and no value is left.
  @inlinable
  var dueCompletion: Subscribers.Completion<Failure>? {
    guard isHandedOver, let completion else { return nil }
    switch completion {
    case .finished: return isAsked && values.isEmpty ? completion : nil
    case .failure: return demand == .none || values.isEmpty ? completion : nil
    }
  }

  /// Adds to the demand; true if the caller is to send what is kept. Otherwise somebody does so
  /// already.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Bool {
    demand += more
    isAsked = true
    if isWorking { return false }
    isWorking = true
    return true
  }

  /// The next value to send; nil if there is none, or no demand.
  @inlinable
  mutating func next() -> Output? {
    if demand > .none, let value = values.popFirst() {
      demand -= 1
      return value
    }
    isWorking = false
    return nil
  }

  /// Takes everything out, to be cancelled and released after the lock.
  @inlinable
  mutating func removeAll() -> BufferInputs {
    var all = BufferInputs(size: 0, whenFull: .dropNewest)
    swap(&all, &self)
    return all
  }

  @inlinable
  func cancel() { upstream?.cancel() }
}
