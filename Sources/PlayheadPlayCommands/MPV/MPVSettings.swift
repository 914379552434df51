import PlaybackSession
import PlayheadTimekeeping

/// The settings that a command line of mpv makes.
struct MPVSettings {
  /// The levels of messages, from the fewest to the most.
  static let levels = ["no", "fatal", "error", "warn", "info", "status", "v", "debug", "trace"]

  /// The options that are the same here.
  var options = PlayOptions()
  var length: MediaTime?
  var hasSound = true
  /// Whether the output of sound is `null`, which is silent.
  var hasNullOutput = false
  /// Nil for the default device.
  var device: String?
  var listLoop = Repetition.none
  var loopStart: MediaTime?
  var loopEnd: MediaTime?
  var keepOpen = KeepOpen.none
  var title: String?
  var isShuffled = false
  /// Whether the command waits for files only if the command line names none.
  var waitsOnce = false
  /// Whether playback resumes at saved positions, if positions are saved.
  var resumes = true
  var savesPosition = false
  var hasTerminal = true
  var isQuiet = false
  var isReallyQuiet = false
  /// How often `-v` was given.
  var verbosity = 0
  /// The levels of `--msg-level`, by module. The last one that applies to a module counts.
  var moduleLevels: [(module: String, level: Int)] = []
  var logFile: String?

  /// Whether messages of a module at a level are printed.
  func prints(_ level: String, of module: String) -> Bool {
    guard hasTerminal, let wanted = MPVSettings.levels.firstIndex(of: level) else { return false }
    // `status` is above `info` only by one step; each `-v` is one more.
    var limit = isReallyQuiet ? 0 : 5 + verbosity
    for entry in moduleLevels where entry.module == "all" || entry.module == module {
      limit = entry.level
    }
    return wanted <= limit
  }

  /// Adds levels: `all=no,ipc=v`.
  mutating func addLevels(_ text: String) throws(MPVOptionError) {
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2 else { throw .missingLevel }
      guard let level = MPVSettings.levels.firstIndex(of: String(words[1])) else {
        throw .invalidLevel(String(words[1]))
      }
      moduleLevels.append((String(words[0]), level))
    }
  }

  /// Adds an output of sound or a device, as in `pulse/SINK` and `alsa/DEVICE`.
  mutating func setDevice(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
    device = parts.first == "alsa" ? "alsa:\(name ?? "default")" : name
  }

  /// Returns the options of playback with the files of the command line.
  func playOptions(_ files: [String], isTerminal: Bool) -> PlayOptions {
    var options = options
    options.files += files
    options.access.allowsURLs = true
    if hasSound, !hasNullOutput { options.sound.output = .device(device) }
    if waitsOnce, !options.files.isEmpty { options.waitsForFiles = false }
    options.savesPosition = savesPosition
    options.resumes = savesPosition && resumes
    // Only a terminal shows the position. Programs read it from the socket.
    options.isQuiet = !isTerminal || isQuiet || !prints("status", of: "statusline")
    if let length {
      var start = MediaTime.zero
      if case .fromStart(let time) = options.start { start = time }
      let end = start + length
      if case .fromStart(let time) = options.end, time < end { return options }
      options.end = .fromStart(end)
    }
    return options
  }

  /// The requests to the session before it plays.
  var requests: [SessionRequest] {
    var requests: [SessionRequest] = []
    if listLoop != .none { requests.append(.setListLoop(listLoop)) }
    if loopStart != nil || loopEnd != nil {
      requests.append(.setLoopRange(start: loopStart, end: loopEnd))
    }
    if keepOpen != .none { requests.append(.setKeepOpen(keepOpen)) }
    if let title { requests.append(.setTitle(title)) }
    return requests
  }
}
