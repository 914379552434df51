/// The pure state machine of values that are collected by time, or by time or count.
@usableFromInline
struct TimedGroup<Element>: TimedInputs {
  @usableFromInline
  enum Removed {
    case nothing
    case values([Element])
    /// The group was due without demand.
    case dropped([Element])
  }

  @usableFromInline var attachments = Attachments()
  /// The number of values of a full group; nil if groups are published only by time.
  @usableFromInline var size: Int?
  @usableFromInline var demand = Subscribers.Demand.none
  /// The values that have been requested from the upstream but have not arrived.
  @usableFromInline var expected = Subscribers.Demand.none
  @usableFromInline var elements: [Element] = []
  /// Whether the delivery of full groups is scheduled.
  @usableFromInline var isScheduled = false

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ element: Element) {
    elements.append(element)
    if expected > .none { expected -= 1 }
  }

  /// Records that the delivery of a full group is scheduled. Returns whether the caller must do that.
  @inlinable
  mutating func schedule() -> Bool {
    guard let size, elements.count >= size, demand > .none, !isScheduled else { return false }
    isScheduled = true
    return true
  }

  /// Removes a group if it is full and there is demand for it.
  @inlinable
  mutating func removeFull() -> Removed {
    guard let size, elements.count >= size, demand > .none else { return .nothing }
    return remove(size)
  }

  /// Removes the group at the end of an interval, whether it is full or not.
  @inlinable
  mutating func removeDue() -> Removed {
    if elements.isEmpty { return .nothing }
    if demand > .none { return remove(min(elements.count, size ?? elements.count)) }
    if size != nil { return .nothing }
    return .dropped(exchange(&elements, with: []))
  }

  /// Adds to the demand. Returns the demand to request from the upstream.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
    demand += more
    guard expected != .unlimited else { return .none }
    guard let size, demand != .unlimited else {
      expected = .unlimited
      return .unlimited
    }
    // Values that are stored or expected also fill requested groups.
    let missing = demand * size - Swift.min(expected + elements.count, demand * size)
    expected += missing
    return missing
  }

  @inlinable
  mutating func remove(_ count: Int) -> Removed {
    demand -= 1
    if count == elements.count { return .values(exchange(&elements, with: [])) }
    let values = Array(elements.prefix(count))
    elements.removeFirst(count)
    return .values(values)
  }
}
