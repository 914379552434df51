import PlayheadCore
import PlayheadTimekeeping

/// Moves of the playhead.
extension AttachmentMachine {
  /// A seek that is not complete.
  enum Seek: Equatable {
    case none
    /// It is not published yet. The target, once the player has stated it.
    case begun(SeekDestination?)
    /// It is published, with its target as the position if that was known.
    case published(SeekDestination?)
    /// It is over. The next reading shows the position.
    case arrived(SeekDestination?, isPublished: Bool)

    /// Whether the player has not arrived.
    var isUnderWay: Bool {
      switch self {
      case .none, .arrived: false
      case .begun, .published: true
      }
    }

    /// The target; nil if it is not known.
    var target: SeekDestination? {
      switch self {
      case .none: nil
      case .begun(let target), .published(let target), .arrived(let target, _): target
      }
    }
  }

  mutating func beginSeek(since: HostInstant, received: HostInstant, at now: HostInstant) {
    prepareMove(at: now)
    seek = .begun(nil)
    restart(at: nil, since: since, received: received, at: now)
    if stage != .absent { hold(.seeked, at: now) }
  }

  /// The player has stated the target of its seek.
  mutating func aim(at target: SeekDestination, at now: HostInstant) {
    guard case .begun = seek else { return }
    seek = .begun(SeekDestination(position: heard(target.position), reach: target.reach))
    // The patience may be over, except for the target.
    if pending != nil, pending?.end == nil { pending?.end = now }
  }

  /// The playhead was moved. Its position is known, or follows with the next reading.
  mutating func finishMove(
    to position: MediaTime?, since: HostInstant, received: HostInstant, keepsSound: Bool = false,
    at now: HostInstant
  ) {
    let (old, target) = (seek, seek.target)
    hasSound = isPlaying
    if !keepsSound { noteMove(isPlaying: isPlaying) }
    // A seek may have ended at the end.
    if old == .none || stage == .ended { prepareMove(at: now) }
    if let position {
      restart(at: heard(position), since: since, received: received, at: now)
    } else {
      let start = target?.reach == nil ? nil : target?.position
      restart(
        at: start, within: target?.reach ?? .zero, since: since, received: received, at: now)
    }
    switch old {
    case .none where position == nil: if stage != .absent { hold(.seeked, at: now) }
    case .published where position == nil: seek = .arrived(target, isPublished: true)
    case .begun where position == nil:
      seek = .arrived(target, isPublished: false)
      pending?.awaitReading(from: now)
    case .arrived where position == nil: break
    case .begun where pending != nil:
      seek = .none
      publishPending(at: now)
    default:
      seek = .none
      move(.seeked, at: now)
    }
  }

  /// Whether a player reports a move to a place near its position, as VLC does within two seconds after a pause, also
  /// before it reports that it plays.
  func isWhereItIs(_ position: MediaTime?, at now: HostInstant) -> Bool {
    guard seek == .none, let position,
      let known = estimator.estimate(at: now)?.timeline.position(at: now),
      let distance = heard(position).subtracting(known)
    else { return false }
    return (Duration(distance) / .seconds(1)).magnitude < Self.nearTime
  }

  /// A shorter move drops no sound, in seconds.
  private static let nearTime = 1.0

  /// Returns whether a position is that of a seek that is published already.
  func isTarget(_ position: MediaTime, of seek: Seek) -> Bool {
    guard case .arrived(let target?, isPublished: true) = seek,
      let distance = max(position, target.position).subtracting(min(position, target.position))
    else { return false }
    return Duration(distance) <= (target.reach ?? .zero) + .milliseconds(5)
  }

  /// Publishes the changes before a move.
  private mutating func prepareMove(at now: HostInstant) {
    // A player that was moved after the end of an item has not ended any more.
    if stage == .ended { stage = .present }
    publishPending(before: .seeked, at: now)
  }

  private mutating func restart(
    at position: MediaTime?, within reach: Duration = .zero, since: HostInstant,
    received: HostInstant, at now: HostInstant
  ) {
    estimator.restart(at: position, within: reach, since: since, received: received)
    meter?.restart(at: now)
    plan.restart()
    passes.restart()
  }
}
