/// Values that are collected by time, or by time or count: pure state.
@usableFromInline
struct TimedGroup<Element>: TimedInputs {
  @usableFromInline
  enum Taken {
    case nothing
    case values([Element])
    /// It was due, and nobody asked for it.
    case dropped([Element])
  }

  @usableFromInline var attachments = Attachments()
  /// How many values make a group full; nil if time alone counts.
  @usableFromInline var size: Int?
  @usableFromInline var demand = Subscribers.Demand.none
  /// What the upstream was asked for and has not sent.
  @usableFromInline var expected = Subscribers.Demand.none
  @usableFromInline var elements: [Element] = []

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ element: Element) {
    elements.append(element)
    if expected > .none { expected -= 1 }
  }

  /// The group, if it is full and asked for.
  @inlinable
  mutating func takeFull() -> Taken {
    guard let size, elements.count >= size, demand > .none else { return .nothing }
    return take(size)
  }

  /// The group at the end of an interval, full or not.
  @inlinable
  mutating func takeDue() -> Taken {
    if elements.isEmpty { return .nothing }
    if demand > .none { return take(min(elements.count, size ?? elements.count)) }
    if size != nil { return .nothing }
    var dropped: [Element] = []
    swap(&dropped, &elements)
    return .dropped(dropped)
  }

  /// Adds to the demand; what to ask the upstream for.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
    demand += more
    guard expected != .unlimited else { return .none }
    guard let size, demand != .unlimited else {
      expected = .unlimited
      return .unlimited
    }
    // What is here or on its way fills groups that were asked for too.
    let missing = demand * size - Swift.min(expected + elements.count, demand * size)
    expected += missing
    return missing
  }

  @inlinable
  mutating func take(_ count: Int) -> Taken {
    demand -= 1
    if count == elements.count {
      var values: [Element] = []
      swap(&values, &elements)
      return .values(values)
    }
    let values = Array(elements.prefix(count))
    elements.removeFirst(count)
    return .values(values)
  }
}
