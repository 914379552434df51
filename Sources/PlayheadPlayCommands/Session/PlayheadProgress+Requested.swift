import PlayheadCore
import PlayheadTimekeeping

extension PlayheadProgress {
  /// Returns this reading as an update to report after `previous`.
  ///
  /// The previous update may have been read after this one. If normal playback leads from this
  /// position to that one, the previous update is reported again, so that positions do not go
  /// backward. After a seek this reading is returned unchanged.
  func requested(after previous: PlayheadProgress?) -> PlayheadProgress {
    guard state == .playing, let previous, previous.hostInstant > hostInstant else { return self }
    let course = Timeline(
      mediaAnchor: position, hostAnchor: hostInstant, rate: max(rate, previous.rate))
    let furthest = course.position(at: previous.hostInstant).adding(.nanoseconds(1))
    guard previous.position >= position, furthest.map({ previous.position <= $0 }) ?? true else {
      return self
    }
    var progress = previous
    (progress.due, progress.cause) = (previous.position, .requested)
    (progress.skipped, progress.boundary) = (0, nil)
    return progress
  }
}
