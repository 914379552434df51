import PlayheadTimekeeping

/// The state of a playhead that others move, from one instant on.
package struct PlayheadObservation: Hashable, Sendable {
  /// The course of the position.
  package var timeline: Timeline
  /// The uncertainty of the position at the timeline's host anchor.
  package var uncertainty: Duration
  /// The part of it by which all positions are wrong in the same way.
  package var bias = Duration.zero
  /// The number of millionths of the elapsed time by which the uncertainty grows.
  package var drift: Int
  /// The rate at which the playhead moves, or will move when it no longer waits; 0 while it is paused.
  package var rate: Rate
  /// What the player is doing.
  package var state: PlaybackState
  /// Whether a seek is under way, so that the playhead does not come to its next position by playing.
  package var isBeingMoved = false
  /// Whether the time until the sound is heard is subtracted from what the player says.
  package var isHeard = false
  /// A position that the playhead does not pass on this course: the end of the part that the player repeats, if any.
  package var stop: MediaTime?
  /// The duration; nil if it is not known.
  package var duration: MediaTime?
  /// The chapters in the order of their positions; nil if they may become known later.
  package var chapters: [PresentedChapter]?
  /// The number of the video frame at the position; nil if it is counted in the media, or not known.
  package var frameNumber: Int?
  /// The details of a job; nil for a player.
  package var job: JobDetails?

  /// Creates an observation without a duration or chapters. The uncertainty grows by `drift` millionths of the time.
  package init(
    timeline: Timeline, uncertainty: Duration, drift: Int, rate: Rate, state: PlaybackState
  ) {
    (self.timeline, self.uncertainty, self.drift) = (timeline, uncertainty, drift)
    (self.rate, self.state) = (rate, state)
    chapters = []
  }

  /// Returns the position at an instant.
  func position(at instant: HostInstant) -> MediaTime {
    let position = timeline.position(at: instant)
    return stop.map { min($0, position) } ?? position
  }

  /// Returns whether the position holds at an instant, although the player plays.
  func isHeld(at instant: HostInstant) -> Bool {
    state == .playing && (timeline.rate.isPaused || instant < timeline.hostAnchor)
  }

  /// Returns whether the course continues that of another observation, to a microsecond.
  func hasCourse(of other: PlayheadObservation) -> Bool {
    let expected = other.timeline.position(at: timeline.hostAnchor)
    guard other.timeline.rate == timeline.rate, other.stop == stop,
      let difference = timeline.mediaAnchor.subtracting(expected)
    else { return false }
    return difference.nanoseconds(rounding: .down).magnitude < 1_000
  }

  /// Whether playing led from another observation to this one, within the uncertainty of the position.
  func continues(_ other: PlayheadObservation, with cause: ProgressCause) -> Bool {
    let (instant, place) = (timeline.hostAnchor, timeline.mediaAnchor)
    let reached = other.position(at: instant)
    // An item that was played to its end was played up to there.
    if cause == .ended, place >= reached { return true }
    guard cause != .seeked, cause != .looped, !other.isBeingMoved || place == reached,
      let difference = max(place, reached).subtracting(min(place, reached))
    else { return false }
    return Duration(difference) <= other.uncertainty(at: instant) + uncertainty
  }

  /// Returns the uncertainty of the position at an instant.
  package func uncertainty(at instant: HostInstant) -> Duration {
    let elapsed = max(timeline.hostAnchor.duration(to: instant), .zero)
    return uncertainty + elapsed / 1_000_000 * drift
  }
}
