import PlayheadRecords
import PlayheadTimekeeping

/// The part of a file that is played.
package struct FileRange: Sendable {
  package var start = MediaTime.zero
  /// Nil for the end of the media.
  package var end: MediaTime?
  /// The duration of the file if a point is counted from it, otherwise zero.
  package var duration = MediaTime.zero
  /// The timecode of a sound track; nil to use that of the container.
  var timecodes: TimecodeCount?
  /// For saving where the file is left; nil if that is not wanted or not possible.
  var resumePoint: ResumePoint?

  package init(start: MediaTime = .zero, end: MediaTime?, duration: MediaTime) {
    (self.start, self.end, self.duration) = (start, end, duration)
  }

  init() {}
}
