import PlayheadKit

/// What `playhead play` was asked to do.
struct PlayOptions {
  enum Format: String, CaseIterable {
    case text
    case json
    case csv
    case tsv
    case ffmpeg
    case template

    static let known = allCases.map(\.rawValue)
  }

  var schedule = ReportSchedule()
  /// Whether each file's timing is summed up at its end.
  var showsStatistics = false
  /// Nil: a redrawn line on a terminal, text elsewhere.
  var format: Format?
  /// Whether `--format` was given, and not only `--template`.
  var isFormatGiven = false
  /// What `--fields` chose; nil: the format's own.
  var fields: [Field]?
  var template: Template?
  /// Decimals of seconds; nil: the format's own.
  var precision: Int?
  var showsTimecode = false
  /// By which timecode is counted; nil: the medium's.
  var timecodeRate: FrameRate?
  var logs: [LogPlace] = []
  /// What `--exec` runs.
  var cueCommand: CueCommand?
  /// When it runs; nil: at boundaries.
  var cueEvents: Set<CueEvent>?
  /// What its standard output becomes; nil: standard error.
  var cueOutput: ChildProcess.OutputStream?
  var rate = Rate.normal
  var start: MediaPoint?
  var end: MediaPoint?
  var limit: Int?
  /// Whether each file is played again and again.
  var isLooping = false
  /// How often in all; nil is for ever.
  var loopCount: Int?
  var isPaused = false
  /// When the first file begins, in nanoseconds since 1970.
  var startInstant: Int64?
  /// Nil: those that the container would have played.
  var tracks: TrackArgument?
  /// Whether files are waited for at their ends, and for how long.
  var follows = false
  var patience: Duration?
  var isInstant = false
  var isQuiet = false
  var isVerbose = false
  /// A FIFO that commands are read from; `-` for standard input.
  var controlPath: String?
  var wantsColors = true
  var access = MediaAccess()
  var files: [String] = []
}
