import PlayheadTimekeeping

/// The last position of an MPD, to find out whether a later one follows from it.
///
/// MPD reports that its player has changed, but not how. A seek, and a song that repeats, are found by the position.
struct MPDPlayhead: Equatable, Sendable {
  /// By how much positions may differ beyond what the readings allow.
  private static let tolerance: Duration = .milliseconds(300)

  var reading: PositionReading
  var isPlaying: Bool
  /// For how long a value is held.
  var hold: Duration

  /// The positions of a reading if nothing has changed, except that MPD may have begun or stopped to play.
  func range(for later: PositionReading, isPlayingLater: Bool) -> ClosedRange<Duration> {
    let value = Duration(reading.value)
    let least =
      isPlaying && isPlayingLater ? reading.received.duration(to: later.sent) : .zero
    let most = isPlaying || isPlayingLater ? reading.sent.duration(to: later.received) : .zero
    let slack = Self.tolerance + hold
    let start = value + max(least, .zero) - slack
    return start...max(start, value + most + slack)
  }

  /// Returns by how much a later reading while MPD plays is behind this one, at least; negative if it is ahead.
  func lag(of later: PositionReading) -> Duration {
    let way = Duration(later.value) - Duration(reading.value)
    let least = reading.received.duration(to: later.sent) - way
    let most = reading.sent.duration(to: later.received) - way
    return least > .zero ? least : min(most, .zero)
  }

  /// Whether a reading follows from this one without a seek.
  func leads(to later: PositionReading, isPlayingLater: Bool) -> Bool {
    range(for: later, isPlayingLater: isPlayingLater).contains(Duration(later.value))
  }

  /// Whether a reading follows from this one if the song is played again and again.
  func leads(to later: PositionReading, repeating duration: MediaTime, isPlayingLater: Bool) -> Bool
  {
    let (length, value) = (Duration(duration), Duration(later.value))
    let range = range(for: later, isPlayingLater: isPlayingLater)
    guard length > .zero, range.upperBound >= value + length else { return false }
    let passes = max(((range.lowerBound - value) / length).rounded(.up), 1)
    return range.contains(value + length * passes)
  }

  /// Whether a song can have been played to its end by an instant, and the next one up to a position.
  func reachesEnd(of duration: MediaTime?, and rest: MediaTime?, by instant: HostInstant) -> Bool {
    guard let duration, isPlaying else { return false }
    let later = PositionReading(sent: instant, received: instant, value: duration)
    let range = range(for: later, isPlayingLater: true)
    return range.upperBound >= Duration(duration) + Duration(rest ?? .zero)
  }
}
