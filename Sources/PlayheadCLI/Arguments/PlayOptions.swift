import Timekeeping

/// What `playhead play` was asked to do.
struct PlayOptions {
  enum Format: String, CaseIterable {
    case text
    case json
  }

  var interval = MediaTime.milliseconds(250)
  /// Nil: a redrawn line on a terminal, text elsewhere.
  var format: Format?
  var logPath: String?
  var rate = Rate.normal
  var start: MediaPoint?
  var end: MediaPoint?
  var limit: Int?
  var isInstant = false
  var isQuiet = false
  var isVerbose = false
  var files: [String] = []
}
