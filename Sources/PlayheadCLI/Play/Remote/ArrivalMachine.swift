import PlayheadKit

/// Decides when the playhead of a file has arrived: at the start of the file, or at the target of the
/// newest movement.
struct ArrivalMachine {
  private enum Course {
    /// The file is open, and playback has not started.
    case beginning
    /// A movement was requested.
    case requested(number: Int)
    /// Its event was sent, and its media is not read.
    case announced(number: Int)
    /// Its media is read, and its event was not sent.
    case read(number: Int)
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
    course = .requested(number: count)
    return count
  }

  /// Records that the event of a movement was sent. If a later movement has arrived in the meantime,
  /// the playhead arrives again, so that an arrival follows each event.
  mutating func announce(_ number: Int) {
    switch course {
    case .requested(number): course = .announced(number: number)
    case .read(number), .arrived: course = .landed
    case .beginning, .requested, .announced, .read, .landed: break
    }
  }

  /// Records that the media at the target of a movement is read, or that the movement has failed.
  mutating func reachTarget(of number: Int) {
    switch course {
    case .requested(number): course = .read(number: number)
    case .announced(number): course = .landed
    case .beginning, .requested, .announced, .read, .landed, .arrived: break
    }
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
