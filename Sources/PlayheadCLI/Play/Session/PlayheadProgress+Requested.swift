import PlayheadKit

extension PlayheadProgress {
  /// Returns this reading as an update to report after `told`, the previous one.
  ///
  /// The previous update may have been read after this one. If normal playback leads from this
  /// position to that one, the previous update is reported again, so that positions do not go
  /// backward. After a seek this reading is returned unchanged.
  func requested(after told: PlayheadProgress?) -> PlayheadProgress {
    guard state == .playing, let told, told.hostInstant > hostInstant else { return self }
    let course = Timeline(
      mediaAnchor: position, hostAnchor: hostInstant, rate: max(rate, told.rate))
    // Both positions are rounded, so allow a difference of 1 ns.
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
