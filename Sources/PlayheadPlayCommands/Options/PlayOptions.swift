import PlaybackSession
import PlayheadArguments
import PlayheadListFiles
import PlayheadMedia
import PlayheadProcesses
import PlayheadRecords
import PlayheadRemoteControl
import PlayheadTimekeeping

/// The options of `playhead play`.
package struct PlayOptions {
  package enum Format: String, CaseIterable {
    case text
    case json
    case csv
    case tsv
    case ffmpeg
    case template

    static let known = allCases.map(\.rawValue)
  }

  /// How records look.
  package struct Style {
    /// Nil means a status line on a terminal, and text elsewhere.
    package var format: Format?
    /// The fields that `--fields` chose. Nil means the default fields of the format.
    var fields: [Field]?
    var template: Template?
    /// The decimal places of seconds. Nil means the default of the format.
    var precision: Int?
    package var showsTimecode = false
    /// The frame rate for timecode. Nil means the frame rate of the file.
    package var timecodeRate: FrameRate?
    /// The sound track whose linear timecode is that of the file; nil for the timecode of the container.
    var timecodeTrack: TimecodeTrack?
  }

  /// Where the linear timecode of a file is.
  enum TimecodeTrack: Equatable {
    /// In the first sound that has some, if any has.
    case any
    case track(Int)
  }

  /// The command that `--exec` runs.
  struct Exec {
    var command: ExecCommand?
    /// The events that run the command. Nil means boundaries only.
    var events: Set<ExecEvent>?
    /// Where standard output of the command goes. Nil means standard error.
    var output: ChildProcess.OutputStream?
  }

  struct Sound {
    /// Nil without sound.
    var output: AudioArgument?
    /// Nil for the original volume.
    var volume: Volume?
    var isMuted = false
    var delay: Duration?
  }

  /// Where other programs control playback.
  struct Remote {
    /// The FIFO from which commands are read, or `-` for standard input.
    var controlPath: String?
    /// The name of the player on the session bus. Nil if it is not offered there.
    var mprisName: MPRISName?
    /// The path of the socket for clients of mpv's JSON IPC.
    var ipcPath: String?
    /// The descriptor of a client of mpv's JSON IPC.
    var ipcDescriptor: Int32?
  }

  package var given: Set<String> = []
  package var schedule = ReportSchedule()
  /// Whether the timing of each file is summarized at its end.
  var showsStatistics = false
  package var style = Style()
  package var logs: [LogDestination] = []
  var exec = Exec()
  package var cues = CueOptions()
  package var timecode = TimecodeOutput()
  package var serving = Serving()
  var rate = Rate.normal
  var start: MediaPoint?
  package var end: MediaPoint?
  package var limit: Int?
  package var isLooping = false
  /// How many times each file is played in total. Nil means until the command is stopped.
  package var loopCount: Int?
  /// Which folders are replaced by the media in them.
  package var folders = MediaFolder.Choice.named
  var isPaused = false
  /// Whether each file starts where it was left, and where it is left now is saved.
  var resumes = false
  /// Whether where each file is left is saved.
  var savesPosition = false
  /// Whether the command waits for files when there is nothing to play, instead of ending.
  var waitsForFiles = false
  /// When the first file starts, in nanoseconds since 1970.
  var startInstant: Int64?
  /// Nil means the tracks that are played by default.
  var tracks: TrackArgument?
  /// Whether playback waits at the end of a file for more data.
  var follows = false
  var patience: Duration?
  var sound = Sound()
  package var isInstant = false
  /// Whether the bytes of the file are handed on to standard output.
  var passesThrough = false
  /// The file whose bytes these are; nil if none are handed on.
  var origin: String?
  /// Whether they are handed on at the speed of the media.
  var isPaced = false
  package var isQuiet = false
  package var isVerbose = false
  var remote = Remote()
  /// Whether the lines of the cues are drawn below the status line.
  var showsLyrics = false
  var wantsColors = true
  /// Whether keys are read if there is a status line.
  var wantsKeys = true
  /// Whether the records are those of another player.
  var isAttached = false
  package var followsTimecode = false
  package var isJob = false
  package var access = MediaAccess()
  var files: [String] = []

  package init() {}
}
