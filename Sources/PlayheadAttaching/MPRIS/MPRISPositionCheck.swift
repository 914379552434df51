import PlayheadTimekeeping

/// Decides whether a player's `Position` is its position.
///
/// For a moment after `Seeked` some players state the position that they would have without the seek. Others state
/// the same position all the time.
struct MPRISPositionCheck {
  enum Verdict {
    /// It is the position.
    case position
    /// It is of the time before a seek.
    case stale
    /// It has not moved for so long that it is no position.
    case still
  }

  /// For how long a signal counts more than a value that contradicts it, in nanoseconds.
  private static let signalTime: Int64 = 2_000_000_000
  /// By how much the position after a seek may differ from the signal.
  private static let tolerance = MediaTime.milliseconds(250)
  /// For how long a value may stay the same while the player plays, in nanoseconds.
  private static let stillTime: Int64 = 3_000_000_000

  /// Where the player has gone, and between which instants; nil once a value has agreed.
  private var move: (target: MediaTime, since: HostInstant, received: HostInstant)?
  /// The last value while the player plays, with the instant when it was first received.
  private var last: (value: MediaTime, instant: HostInstant)?

  /// Records a seek.
  mutating func move(to target: MediaTime?, since: HostInstant, received: HostInstant) {
    move = target.map { ($0, since, received) }
    last = nil
  }

  /// Judges a value at the rate of the player, which is paused while it does not play.
  mutating func verdict(on reading: PositionReading, rate: Rate) -> Verdict {
    if let move {
      let age = reading.received.nanoseconds(since: move.received)
      if age < Self.signalTime, !agrees(reading, with: move.target, since: move.since, rate) {
        return .stale
      }
      self.move = nil
    }
    guard !rate.isPaused else {
      last = nil
      return .position
    }
    guard let last, last.value == reading.value else {
      last = (reading.value, reading.received)
      return .position
    }
    return reading.sent.nanoseconds(since: last.instant) < Self.stillTime ? .position : .still
  }

  /// Whether a value is one that the player can have computed since it was moved.
  private func agrees(
    _ reading: PositionReading, with target: MediaTime, since: HostInstant, _ rate: Rate
  ) -> Bool {
    let speed = max(rate.doubleValue, 1)
    let played = max(reading.received.nanoseconds(since: since), 0)
    guard let least = target.subtracting(Self.tolerance),
      let most = target.adding(Self.tolerance)?
        .adding(.nanoseconds(Int64(clamping: Int128(Double(played) * speed))))
    else { return true }
    return (least...most).contains(reading.value)
  }
}
