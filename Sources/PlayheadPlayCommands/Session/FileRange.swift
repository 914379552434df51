import PlayheadTimekeeping

/// The part of a file that is played.
struct FileRange: Sendable {
  var start = MediaTime.zero
  /// Nil for the end of the media.
  var end: MediaTime?
  /// The duration of the file if a point is counted from it, otherwise zero.
  var duration = MediaTime.zero
  /// For saving where the file is left; nil if that is not wanted or not possible.
  var resumePoint: ResumePoint?
}
