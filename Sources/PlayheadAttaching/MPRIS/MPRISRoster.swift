import PlayheadTimekeeping

/// The players on the bus that a source may follow, and the choice among them.
///
/// The player with exactly the given name comes first; then the one that is Playing; then the one
/// that has a position; then the one that changed last; then the first in the order of names.
struct MPRISRoster {
  /// A player that has answered or announced itself.
  struct Candidate: Equatable {
    var name: String
    /// Its unique name; empty until it has answered.
    var owner: String
    var isPlaying = false
    /// Greater for a player that changed later.
    var change = 0
    /// Whether its first answer is awaited.
    var isAwaited = true
    /// When it first answered that it has no position; nil since it has stated one.
    var missing: HostInstant?
    /// Whether it has had no position for so long that another player is better.
    var lacksPosition = false
  }

  private let target: MPRISTarget
  private var candidates: [String: Candidate] = [:]
  private var changeCount = 0

  /// For how long a player may have no position, in nanoseconds.
  private static let missingTime: Int64 = 2_000_000_000
  /// The maximum number of players. Further ones are ignored.
  private static let greatestCount = 64

  init(_ target: MPRISTarget) { self.target = target }

  /// Whether all players have answered.
  var isComplete: Bool { !candidates.values.contains { $0.isAwaited } }
  var isEmpty: Bool { candidates.isEmpty }

  func candidate(_ name: String) -> Candidate? { candidates[name] }
  func isPlaying(_ name: String) -> Bool { candidates[name]?.isPlaying == true }

  func lacksPosition(_ name: String) -> Bool { candidates[name]?.lacksPosition == true }

  /// Stores whether a program has stated its position.
  mutating func stated(position isKnown: Bool, by owner: String, at now: HostInstant) {
    for var candidate in candidates.values where candidate.owner == owner {
      candidate.missing = isKnown ? nil : candidate.missing ?? now
      let time = candidate.missing.map { now.nanoseconds(since: $0) } ?? 0
      candidate.lacksPosition = time >= Self.missingTime
      candidates[candidate.name] = candidate
    }
  }

  /// Adds a player, or another program with its name. Returns whether it may be followed.
  mutating func add(_ name: String, owner: String) -> Bool {
    guard target.includes(name), candidates[name] != nil || candidates.count < Self.greatestCount
    else { return false }
    changeCount += 1
    candidates[name] = Candidate(
      name: name, owner: owner, change: owner.isEmpty ? 0 : changeCount)
    return true
  }

  mutating func remove(_ name: String) { candidates[name] = nil }

  /// Removes all names of a program.
  mutating func remove(owner: String) {
    candidates = candidates.filter { $0.value.owner != owner }
  }

  /// Stores the first answer of a player.
  mutating func answered(_ name: String, owner: String, isPlaying: Bool) {
    guard candidates[name] != nil else { return }
    candidates[name]?.owner = owner
    candidates[name]?.isPlaying = isPlaying
    candidates[name]?.isAwaited = false
  }

  /// Stores a change of a program's properties. Returns its player if that has begun to play.
  mutating func changed(owner: String, isPlaying: Bool?) -> Candidate? {
    changeCount += 1
    var starting: Candidate?
    // A program may have several names.
    for var candidate in candidates.values where candidate.owner == owner {
      let wasPlaying = candidate.isPlaying
      candidate.change = changeCount
      candidate.isPlaying = isPlaying ?? wasPlaying
      if candidate.isPlaying, !wasPlaying {
        (candidate.missing, candidate.lacksPosition) = (nil, false)
        starting = candidate
      }
      candidates[candidate.name] = candidate
    }
    return starting
  }

  /// The player to follow; nil if none has answered.
  var best: Candidate? {
    candidates.values.filter { !$0.owner.isEmpty && !$0.isAwaited }
      .min { order(of: $0) < order(of: $1) }
  }

  private func order(of candidate: Candidate) -> (Int, Int, Int, Int, String) {
    (
      target.names(candidate.name) ? 0 : 1, candidate.isPlaying ? 0 : 1,
      candidate.lacksPosition ? 1 : 0, -candidate.change, candidate.name
    )
  }
}
