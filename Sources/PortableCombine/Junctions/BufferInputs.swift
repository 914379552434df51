/// The pure state machine of a buffer, which stores values until they are requested.
@usableFromInline
struct BufferInputs<Output, Failure: Error>: JunctionInputs {
  /// The result of receiving a value.
  @usableFromInline
  enum Reception {
    case sent
    case kept
    /// The value, or the oldest stored one, was dropped. The caller releases it after unlocking.
    case dropped(Output?)
    /// The buffer is full, and must fail.
    case failed
  }

  @usableFromInline let size: Int
  @usableFromInline let dropsOldest: Bool
  @usableFromInline let failsWhenFull: Bool
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var values = Backlog<Output>()
  @usableFromInline var upstream: (any Subscription)?
  /// The upstream's completion, or the failure of a full buffer.
  @usableFromInline var completion: Subscribers.Completion<Failure>?
  /// Whether a full buffer has received a value that makes it fail.
  @usableFromInline var hasOverflowed = false
  @usableFromInline var isWorking = false
  /// Whether the subscriber has its subscription; no completion is sent before.
  @usableFromInline var isHandedOver = false
  /// Whether values were ever requested; the buffer does not finish before.
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

  /// Stores the upstream's subscription. Returns false if it must be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription) -> Bool {
    guard upstream == nil, completion == nil else { return false }
    upstream = subscription
    return true
  }

  /// Decides whether to send, store or drop a value.
  @inlinable
  mutating func receive(_ value: Output) -> Reception {
    if completion != nil || hasOverflowed { return .dropped(nil) }
    if demand > .none, values.isEmpty {
      demand -= 1
      return .sent
    }
    if values.count < size {
      values.append(value)
      return .kept
    }
    if failsWhenFull {
      hasOverflowed = true
      return .failed
    }
    guard dropsOldest, size > 0 else { return .dropped(nil) }
    values.append(value)
    return .dropped(values.popFirst())
  }

  /// The completion to send now, if any: when no value is stored, that is the end, if values were requested, or a
  /// failure. A failure of the upstream is also sent without demand.
  @inlinable
  var dueCompletion: Subscribers.Completion<Failure>? {
    guard isHandedOver, let completion else { return nil }
    switch completion {
    case .finished: return isAsked && values.isEmpty ? completion : nil
    case .failure:
      return values.isEmpty || demand == .none && !hasOverflowed ? completion : nil
    }
  }

  /// Adds to the demand. Returns whether the caller must send the stored values; false if another call does.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Bool {
    demand += more
    isAsked = true
    if isWorking { return false }
    isWorking = true
    return true
  }

  /// Removes the next value to send; nil if there is none or no demand.
  @inlinable
  mutating func next() -> Output? {
    if demand > .none, let value = values.popFirst() {
      demand -= 1
      return value
    }
    isWorking = false
    return nil
  }

  @inlinable
  mutating func removeAll() -> BufferInputs {
    exchange(&self, with: BufferInputs(size: 0, whenFull: .dropNewest))
  }

  @inlinable
  func cancel() { upstream?.cancel() }
}
