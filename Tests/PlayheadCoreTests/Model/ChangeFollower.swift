@testable import PlayheadCore

/// Follows all changes that a player publishes.
///
/// Unchecked: a manual clock calls it on one thread.
final class ChangeFollower: PlaybackObserver, @unchecked Sendable {
  private(set) var causes: [ProgressCause] = []
  private(set) var sequence = 0
  /// How often a due instant may have changed without a discontinuity.
  private(set) var noticeCount = 0
  private(set) var isClosed = false
  private(set) var problems: [String] = []

  /// Follows a player to which nothing has happened.
  init(_ player: Player) {
    sequence = player.add(self).sequence
  }

  func playbackChanged(_ change: PlaybackChange) {
    if change.sequence != sequence + 1 {
      problems.append("change \(change.sequence) after \(sequence)")
    }
    if isClosed { problems.append("\(change.cause) after the end") }
    if let duration = change.reading.duration, duration.isExact,
      change.reading.position > duration.time
    {
      problems.append("at \(change.reading.position) of \(duration.time)")
    }
    sequence = change.sequence
    causes.append(change.cause)
  }

  func clockJumped() { noticeCount += 1 }

  func playerClosed() {
    isClosed = true
  }
}
