import PlayheadCore
import PlayheadTimekeeping

/// The discontinuities of another player that wait for a reading of the position, in order.
struct PendingChanges {
  /// A discontinuity, with the state of the player after it.
  struct Change: Equatable {
    var cause: ProgressCause
    var state: PlaybackState
    var rate: Rate

    init(_ cause: ProgressCause, _ facts: PlayerFacts) {
      (self.cause, state, rate) = (cause, facts.state, facts.chosenRate)
    }
  }

  /// For how long they wait, in nanoseconds.
  private static let patience: Int64 = 250_000_000
  /// For how long a seek may last that is published only when its exact position is known, in nanoseconds.
  private static let seekPatience: Int64 = 100_000_000
  /// The same while the player is paused: no other discontinuity follows that has the exact position.
  private static let pausedSeekPatience: Int64 = 500_000_000
  /// The maximum number of changes. A later one replaces the last one.
  private static let greatestCount = 64

  private(set) var changes: [Change]
  /// When they are published even without a reading; nil once that was not possible.
  var end: HostInstant?

  init(_ first: Change, at now: HostInstant) {
    changes = [first]
    let patience =
      switch (first.cause, first.state) {
      case (.seeked, .paused): Self.pausedSeekPatience
      case (.seeked, _): Self.seekPatience
      default: Self.patience
      }
    end = now.advanced(byNanoseconds: patience)
  }

  /// The position can be read from an instant on.
  mutating func awaitReading(from now: HostInstant) {
    end = now.advanced(byNanoseconds: Self.patience)
  }

  /// Adds a later discontinuity.
  mutating func add(_ change: Change) {
    if includes(change.cause) { return }
    if changes.count == Self.greatestCount { changes.removeLast() }
    changes.append(change)
  }

  /// Returns whether a later discontinuity is a part of the last one: after a seek a player waits, and continues.
  func includes(_ later: ProgressCause) -> Bool {
    changes.last?.cause == .seeked && [.seeked, .stalled, .resumed].contains(later)
  }

  /// Removes a stall at the end, which is no discontinuity if the item ends or is left. Returns nil if nothing remains.
  func withoutStall() -> PendingChanges? {
    guard changes.last?.cause == .stalled else { return self }
    var rest = self
    rest.changes.removeLast()
    return rest.changes.isEmpty ? nil : rest
  }
}
