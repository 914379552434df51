/// The pure state machine of merged publishers.
///
/// Unless the demand is unlimited, each publisher is asked for one value at a time, and for the first when its
/// subscription arrives. At most one value of each publisher waits here, if the publisher obeys the demand.
@usableFromInline
struct MergeInputs<Output>: JunctionInputs {
  /// One publisher. It is vacant when the publisher has finished and none of its values waits.
  @usableFromInline
  struct Source {
    @usableFromInline var slot = SubscriptionSlot()
    @usableFromInline var waiting = 0
    @usableFromInline var isActive = true
    /// Whether unlimited values were requested from it.
    @usableFromInline var isAskedForAll = false
    /// The next vacant source, if this one is vacant.
    @usableFromInline var nextVacant: Int?

    @inlinable
    init() {}
  }

  /// The demand requested from the publishers.
  @usableFromInline
  enum Asked {
    case oneEach, everything
  }

  /// The next step in serving the demand.
  @usableFromInline
  enum Step {
    /// Send a waiting value, and then request its replacement.
    case send(Output, then: Followup)
    /// Request unlimited values from the publishers, by calling `nextToAskForAll(from:)`; no other step follows.
    case askForAll
    /// Nothing follows.
    case nothing
  }

  /// The request after a waiting value was sent.
  @usableFromInline
  enum Followup {
    case next(of: any Subscription)
    case anotherPublisher
    case nothing
  }

  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var asked = Asked.oneEach
  @usableFromInline var sources: [Source]
  /// The first vacant source.
  @usableFromInline var vacant: Int?
  @usableFromInline var active: Int
  @usableFromInline var waiting = Backlog<(source: Int, value: Output)>()
  @usableFromInline var isWorking = false
  @usableFromInline var isOpen: Bool
  /// The subscription to the upstream that sends publishers.
  @usableFromInline var supplier = SubscriptionSlot()

  /// Creates the state with a number of publishers, to which more can be added if it is open.
  @inlinable
  init(count: Int, isOpen: Bool = false) {
    sources = []
    sources.reserveCapacity(count)
    for _ in 0..<count { sources.append(Source()) }
    active = count
    self.isOpen = isOpen
  }

  /// Whether all publishers have finished and no value waits.
  @inlinable var isFinished: Bool { active == 0 && !isOpen && waiting.isEmpty }

  /// The demand to return to a publisher after its value was sent.
  @inlinable var nextDemand: Subscribers.Demand { asked == .everything ? .none : .max(1) }

  // MARK: Publishers

  /// Adds a source for one more publisher, and returns its index.
  @inlinable
  mutating func open() -> Int {
    active += 1
    if let index = vacant {
      vacant = sources[index].nextVacant
      sources[index].isActive = true
      return index
    }
    sources.append(Source())
    return sources.count - 1
  }

  /// Stores a subscription, and returns the demand to request; nil if it must be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, at index: Int) -> Subscribers.Demand? {
    guard sources[index].isActive, sources[index].slot.fill(with: subscription) else { return nil }
    sources[index].isAskedForAll = asked == .everything
    return asked == .everything ? .unlimited : .max(1)
  }

  /// Removes a publisher that has finished. Its subscription must be released after unlocking.
  @inlinable
  mutating func finish(at index: Int) -> (released: SubscriptionSlot, isVacant: Bool) {
    guard sources[index].isActive else { return (SubscriptionSlot(), false) }
    active -= 1
    sources[index].isActive = false
    let isVacant = sources[index].waiting == 0
    if isVacant { vacate(index) }
    return (sources[index].slot.take(), isVacant)
  }

  /// Marks a source as vacant, if more publishers can arrive.
  @inlinable
  mutating func vacate(_ index: Int) {
    guard isOpen else { return }
    sources[index].nextVacant = vacant
    vacant = index
  }

  @inlinable
  mutating func removeAll() -> MergeInputs {
    exchange(&self, with: MergeInputs(count: 0))
  }

  @inlinable
  func cancel() {
    supplier.subscription.cancel()
    for source in sources { source.slot.subscription.cancel() }
  }

  // MARK: Values

  /// Receives a value. Returns whether to send it now; false if it waits.
  @inlinable
  @inline(__always)
  mutating func receive(_ value: Output, at index: Int) -> Bool {
    asked == .everything || receiveCounted(value, at: index)
  }

  // Not inlined, so that the common path is small enough to be inlined.
  @inlinable
  @inline(never)
  mutating func receiveCounted(_ value: Output, at index: Int) -> Bool {
    // If values wait despite demand, another call is about to send them.
    if demand == .none || !waiting.isEmpty {
      waiting.append((index, value))
      sources[index].waiting += 1
      return false
    }
    demand -= 1
    return true
  }

  /// Adds to the demand. Returns whether the caller must serve it by `nextStep()`; false if another call does.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Bool {
    demand += more
    if isWorking { return false }
    isWorking = true
    return true
  }

  /// Returns the next step. Waiting values come first, which keeps the order of each publisher.
  @inlinable
  mutating func nextStep() -> Step {
    if demand > .none, let (index, value) = waiting.popFirst() {
      demand -= 1
      sources[index].waiting -= 1
      return .send(value, then: followup(of: index))
    }
    isWorking = false
    if demand == .unlimited, asked != .everything {
      asked = .everything
      return .askForAll
    }
    return .nothing
  }

  /// Returns the first publisher from `index` on that must still be asked for unlimited values.
  @inlinable
  mutating func nextToAskForAll(from index: Int) -> (index: Int, subscription: any Subscription)? {
    for next in sources.indices.dropFirst(index)
    where !sources[next].slot.isEmpty && !sources[next].isAskedForAll {
      sources[next].isAskedForAll = true
      return (next, sources[next].slot.subscription)
    }
    return nil
  }

  @inlinable
  mutating func followup(of index: Int) -> Followup {
    if sources[index].isActive {
      return demand == .unlimited ? .nothing : .next(of: sources[index].slot.subscription)
    }
    if sources[index].waiting > 0 { return .nothing }
    vacate(index)
    return .anotherPublisher
  }
}
