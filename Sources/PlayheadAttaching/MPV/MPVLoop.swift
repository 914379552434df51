import PlayheadTimekeeping

/// The part of a file that an mpv repeats.
struct MPVLoop: Equatable, Sendable {
  /// For how long a part is repeated after mpv has said that it no longer is: mpv counts a repetition before it begins.
  private static let memory: Duration = .seconds(2)
  /// How far from the start mpv states its target while it seeks, and the position after that, at most.
  private static let targetReach = MediaTime.milliseconds(100)
  private static let positionReach = MediaTime.seconds(1)

  /// The part; nil if there is none.
  private(set) var part: PlayerFacts.Loop?
  private var expiry: HostInstant?

  /// Follows the repeated part. After the last pass has begun, mpv states none, but it is still played for a while.
  mutating func follow(_ new: PlayerFacts.Loop?, isLastPass: Bool, at now: HostInstant) {
    if new != nil || !isLastPass {
      (part, expiry) = (new, nil)
    } else if part != nil {
      let end = expiry ?? now.advanced(by: Self.memory)
      expiry = end
      if now >= end { (part, expiry) = (nil, nil) }
    }
  }

  /// Returns whether a pass may have begun, if mpv has stated a position during its seek, or after it.
  func begins(at position: MediaTime, isAfterSeek: Bool) -> Bool {
    guard let part else { return false }
    let reach = isAfterSeek ? Self.positionReach : Self.targetReach
    return part.start.adding(reach).map { position <= $0 } ?? false
  }
}
