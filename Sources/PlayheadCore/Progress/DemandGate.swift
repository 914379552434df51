import PortableCombine

/// The demand of a progress subscription, and which of the updates and boundaries that the playhead
/// crosses belong to it.
///
/// Without demand, both are skipped. A subscriber that uses up its demand and returns more while it receives the last
/// value misses no boundary, but the updates that came in the meantime are skipped.
enum DemandGate {
  /// The player as it was when demand arrived.
  struct Start {
    var reading: PlaybackReading
    var supply: FrameBoundaryFeed?
  }

  /// There is no demand.
  case closed
  /// There is demand, and boundaries are skipped up to the position where it arrived. If `start`
  /// is nil, that is the position of the next reading. Otherwise it is the position of `start`,
  /// whose discontinuity the machine does not know yet.
  indirect case opening(Subscribers.Demand, start: Start?)
  /// There is demand. Boundaries are delivered; updates are skipped up to the next reading.
  case reopened(Subscribers.Demand)
  /// There is demand. Updates and boundaries are delivered.
  case open(Subscribers.Demand)
  /// The subscriber is receiving the last value that it requested, and may request more.
  case spent

  /// The number of values that may be delivered.
  var demand: Subscribers.Demand {
    switch self {
    case .closed, .spent: .none
    case .opening(let demand, _), .reopened(let demand), .open(let demand): demand
    }
  }

  /// Whether boundaries that the playhead crosses are skipped.
  var skipsBoundaries: Bool {
    switch self {
    case .closed, .opening: true
    case .reopened, .open, .spent: false
    }
  }

  /// Adds demand that the subscriber has requested.
  mutating func add(_ added: Subscribers.Demand) {
    if added == .none { return }
    switch self {
    case .closed: self = .opening(added, start: nil)
    case .opening(let demand, let start): self = .opening(demand + added, start: start)
    case .reopened(let demand): self = .reopened(demand + added)
    case .open(let demand): self = .open(demand + added)
    case .spent: self = .reopened(added)
    }
  }

  /// Adds demand that the subscriber returned with a value before another update was due.
  mutating func refill(_ added: Subscribers.Demand) {
    if case .spent = self, added > .none { self = .open(added) } else { add(added) }
  }

  /// Keeps the first reading at which demand arrived, until its discontinuity is known.
  mutating func keep(_ start: Start) {
    if case .opening(let demand, nil) = self { self = .opening(demand, start: start) }
  }

  /// The reading at which demand arrived, if this change is the last one that it includes.
  func start(at sequence: Int) -> Start? {
    guard case .opening(_, let start?) = self, start.reading.sequence == sequence
    else { return nil }
    return start
  }

  /// Uses one value of the demand.
  mutating func use() {
    switch self {
    case .closed, .spent: break
    case .opening(let demand, let start):
      self = demand == .max(1) ? .closed : .opening(demand - 1, start: start)
    case .reopened(let demand): self = demand == .max(1) ? .spent : .reopened(demand - 1)
    case .open(let demand): self = demand == .max(1) ? .spent : .open(demand - 1)
    }
  }

  /// Stops skipping boundaries, because those before the demand have been skipped.
  mutating func admitBoundaries() {
    if case .opening(let demand, _) = self { self = .reopened(demand) }
  }

  /// Stops skipping updates. Returns whether those up to the current reading must be skipped.
  mutating func admitUpdates() -> Bool {
    guard case .reopened(let demand) = self else { return false }
    self = .open(demand)
    return true
  }

  /// Closes the gate after the last value, because the subscriber requested no more.
  mutating func close() {
    if case .spent = self { self = .closed }
  }
}
