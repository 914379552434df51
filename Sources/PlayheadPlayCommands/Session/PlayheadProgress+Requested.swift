import PlayheadCore
import PlayheadTimekeeping

extension PlayheadProgress {
  /// Returns this reading, or `previous` if that was read later and normal playback leads to it, not a seek.
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
