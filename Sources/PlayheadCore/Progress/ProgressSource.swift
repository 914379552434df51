import PlayheadTimekeeping

/// What a subscription to progress needs of a player: a clock, readings that each belong to one instant, and
/// the changes after a reading, which end when the player is closed.
protocol ProgressSource: AnyObject, Sendable {
  var clock: any HostClock { get }

  /// Returns the player as it is now.
  func reading(countsFrame: Bool) -> PlaybackReading
  /// Returns the player as it is now, with frames that have been read.
  func reading(
    following request: FrameBoundaryCursor.Request, for observer: any PlaybackObserver
  ) -> (PlaybackReading, FrameBoundaryFeed)

  /// Registers an observer, which receives every change after the reading that is returned.
  func add(_ observer: any PlaybackObserver) -> PlaybackReading
  func remove(_ observer: any PlaybackObserver)
}

extension Player: ProgressSource {}
