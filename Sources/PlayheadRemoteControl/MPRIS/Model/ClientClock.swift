import PlayheadTimekeeping

/// The position that clients calculate between signals.
///
/// They add the time since the last position they were given, at rate 1: few of them take the rate into account.
struct ClientClock {
  private var position = MediaTime.zero
  private var instant: HostInstant
  private var isMoving = false

  /// The difference up to which clients need no new position.
  private static let tolerance = MediaTime.milliseconds(5)

  /// Creates a clock at zero that does not move.
  init(at instant: HostInstant) { self.instant = instant }

  /// Records that clients were given a position, which is that of an instant.
  mutating func set(to position: MediaTime, at instant: HostInstant) {
    (self.position, self.instant) = (position, instant)
  }

  /// Records that clients were informed whether playback moves.
  mutating func setMoving(_ isMoving: Bool, at instant: HostInstant) {
    if isMoving == self.isMoving { return }
    set(to: position(at: instant), at: instant)
    self.isMoving = isMoving
  }

  /// Returns whether clients are wrong about a position.
  func isWrong(about position: MediaTime, at instant: HostInstant) -> Bool {
    let expected = self.position(at: instant)
    let distance = max(position, expected).subtracting(min(position, expected))
    return distance.map { $0 > Self.tolerance } ?? true
  }

  private func position(at instant: HostInstant) -> MediaTime {
    guard isMoving else { return position }
    let passed = instant.nanoseconds - self.instant.nanoseconds
    return position.adding(.nanoseconds(passed)) ?? position
  }
}
