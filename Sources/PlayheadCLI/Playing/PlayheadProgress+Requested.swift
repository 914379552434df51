import PlayheadKit

extension PlayheadProgress {
  /// This reading, which somebody asked for, as it is to be told after `told`.
  ///
  /// No earlier position is told behind one that playback has come to since: then that is told
  /// again. Where the playhead was put meanwhile is another matter, and not what was asked for.
  func requested(after told: PlayheadProgress?) -> PlayheadProgress {
    guard state == .playing, let told, told.hostInstant > hostInstant else { return self }
    let course = Timeline(
      mediaAnchor: position, hostAnchor: hostInstant, rate: max(rate, told.rate))
    // Each of both positions is rounded by itself.
    let furthest = course.position(at: told.hostInstant).adding(.nanoseconds(1))
    guard told.position >= position, furthest.map({ told.position <= $0 }) ?? true else {
      return self
    }
    var progress = told
    (progress.due, progress.cause) = (told.position, .requested)
    (progress.skipped, progress.boundary) = (0, nil)
    return progress
  }
}
