import PlayheadKit

/// What becomes of the saved position of a file when the playhead is at some position.
enum SavedPositionChange: Hashable {
  case save(MediaTime)
  case remove
  case keep

  /// Decides what becomes of the saved position.
  ///
  /// A file of which less than `SavedPosition.margin` remains counts as played. A position as near to
  /// the start replaces only a position that this session has saved or resumed at: a file that is
  /// opened, and closed again at once, keeps its position.
  ///
  /// - Parameters:
  ///   - position: The position of the playhead.
  ///   - duration: The duration of the file.
  ///   - isOwn: Whether the session has saved the position of the file, or resumed at it.
  init(at position: MediaTime, of duration: MediaDuration?, isOwn: Bool) {
    let margin = SavedPosition.margin
    let rest = duration.flatMap { $0.isExact ? $0.time.subtracting(position) : nil }
    if let rest, rest < margin {
      self = .remove
    } else if position >= margin {
      self = .save(position)
    } else {
      self = isOwn ? .remove : .keep
    }
  }
}
