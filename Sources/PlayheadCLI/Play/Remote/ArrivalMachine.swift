import PlayheadKit

/// Decides when the playhead of a file has arrived: at the start of the file, or at the target of the
/// newest movement.
struct ArrivalMachine {
  private enum Course {
    /// The file is open, and playback has not started.
    case beginning
    /// A movement was requested.
    case moving(number: Int, isAnnounced: Bool, isRead: Bool)
    /// The media at the target is read, and the playhead may still be held there.
    case landed
    case arrived
  }

  private var course: Course
  private var count = 0

  /// Creates the machine of a file.
  ///
  /// - Parameter hasArrived: Whether the playhead is at its start, or beyond it.
  init(hasArrived: Bool) {
    course = hasArrived ? .arrived : .beginning
  }

  /// Records a movement, which replaces the one before. Returns its number.
  mutating func depart() -> Int {
    count += 1
    course = .moving(number: count, isAnnounced: false, isRead: false)
    return count
  }

  /// Records that the event of a movement was sent. If a later movement has arrived in the meantime,
  /// the playhead arrives again, so that an arrival follows each event.
  mutating func announce(_ number: Int) {
    switch course {
    case .moving(number, _, let isRead):
      course = isRead ? .landed : .moving(number: number, isAnnounced: true, isRead: false)
    case .arrived: course = .landed
    case .beginning, .moving, .landed: break
    }
  }

  /// Records that the media at the target of a movement is read, or that the movement has failed.
  mutating func reachTarget(of number: Int) {
    guard case .moving(number, let isAnnounced, _) = course else { return }
    course = isAnnounced ? .landed : .moving(number: number, isAnnounced: false, isRead: true)
  }

  /// Records that playback has started, or was paused at the start.
  mutating func start() {
    if case .beginning = course { course = .landed }
  }

  /// Returns whether the playhead has arrived with a reading. That is so once for each start, and for
  /// each movement that is not replaced.
  mutating func arrives(in state: PlaybackState) -> Bool {
    guard case .landed = course, [.playing, .paused, .ended].contains(state) else { return false }
    course = .arrived
    return true
  }
}
