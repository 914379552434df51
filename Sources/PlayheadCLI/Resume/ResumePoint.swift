import PlayheadKit

/// What a playback needs to save where its file is left.
struct ResumePoint: Sendable {
  let file: ResumableFile
  /// Where the file was left before, and playback starts now; nil for the usual start.
  let position: MediaTime?
}
