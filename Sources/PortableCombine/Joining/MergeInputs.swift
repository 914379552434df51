/// What is known of publishers that are merged: pure state.
///
/// While the demand is limited, or none, each publisher is asked for one value at a time, the first
/// as soon as it comes: so at most one of each waits here, if it obeys.
@usableFromInline
struct MergeInputs<Output>: JoinedInputs {
  /// One publisher; its place is vacant once it has finished and no value of it waits.
  @usableFromInline
  struct Source {
    @usableFromInline var slot = SubscriptionSlot()
    @usableFromInline var waiting = 0
    @usableFromInline var isActive = true
    /// Of a vacant place the next one that is vacant.
    @usableFromInline var nextVacant: Int?

    @inlinable
    init() {}
  }

  /// What the publishers were asked for.
  @usableFromInline
  enum Asked {
    case oneEach, everything
  }

  /// What is to be done next for a demand.
  @usableFromInline
  enum Step {
    /// Send a value that waited, then ask for what takes its place.
    case send(Output, then: Followup)
    /// Ask the publishers; the work is done.
    case ask([Source], Subscribers.Demand)
  }

  /// What to ask for after a value that waited was sent.
  @usableFromInline
  enum Followup {
    case next(of: any Subscription)
    case anotherPublisher
    case nothing
  }

  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var asked = Asked.oneEach
  @usableFromInline var sources: [Source]
  /// The first of the vacant places.
  @usableFromInline var vacant: Int?
  @usableFromInline var active: Int
  @usableFromInline var waiting = Backlog<(source: Int, value: Output)>()
  @usableFromInline var isWorking = false
  /// Whether more publishers may come.
  @usableFromInline var isOpen: Bool
  /// The subscription to the publisher of publishers.
  @usableFromInline var supplier = SubscriptionSlot()

  /// - Parameters:
  ///   - count: how many publishers there are to begin with.
  ///   - isOpen: whether more come.
  @inlinable
  init(count: Int, isOpen: Bool = false) {
    sources = []
    sources.reserveCapacity(count)
    for _ in 0..<count { sources.append(Source()) }
    active = count
    self.isOpen = isOpen
  }

  /// Whether all have finished and nothing waits.
  @inlinable var isFinished: Bool { active == 0 && !isOpen && waiting.isEmpty }

  /// What a publisher is asked for after a value of its own was sent.
  @inlinable var nextDemand: Subscribers.Demand { asked == .everything ? .none : .max(1) }

  // MARK: Publishers

  /// Makes a place for one more publisher.
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

  /// Takes in a subscription; what to ask it for, or nil if it is to be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, at index: Int) -> Subscribers.Demand? {
    guard sources[index].isActive, sources[index].slot.fill(with: subscription) else { return nil }
    switch asked {
    case .oneEach: return .max(1)
    case .everything: return .unlimited
    }
  }

  /// Lets go of a publisher that has finished; its subscription, to be released after the lock,
  /// and whether its place is vacant now.
  @inlinable
  mutating func finish(at index: Int) -> (released: SubscriptionSlot, isVacant: Bool) {
    guard sources[index].isActive else { return (SubscriptionSlot(), false) }
    active -= 1
    sources[index].isActive = false
    let isVacant = sources[index].waiting == 0
    if isVacant { vacate(index) }
    return (sources[index].slot.take(), isVacant)
  }

  /// Makes a place vacant, if more publishers may come.
  @inlinable
  mutating func vacate(_ index: Int) {
    guard isOpen else { return }
    sources[index].nextVacant = vacant
    vacant = index
  }

  /// Takes everything out, to be cancelled and released after the lock.
  @inlinable
  mutating func removeAll() -> MergeInputs {
    var all = MergeInputs(count: 0)
    swap(&all, &self)
    return all
  }

  @inlinable
  func cancel() {
    supplier.subscription.cancel()
    for source in sources { source.slot.subscription.cancel() }
  }

  // MARK: Values

  /// Takes in a value: true if it is to be sent now, else it waits.
  @inlinable
  mutating func receive(_ value: Output, at index: Int) -> Bool {
    if asked == .everything { return true }
    // If others wait though there is demand, somebody is about to send them.
    if demand == .none || !waiting.isEmpty {
      waiting.append((index, value))
      sources[index].waiting += 1
      return false
    }
    demand -= 1
    return true
  }

  /// Adds to the demand; true if the caller is to work it off, by `nextStep()`. Otherwise somebody
  /// does so already.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Bool {
    demand += more
    if isWorking { return false }
    isWorking = true
    return true
  }

  /// What to do next. Values that wait go first, so that none of the same publisher overtakes.
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
      return .ask(sources, .unlimited)
    }
    return .ask([], .none)
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
