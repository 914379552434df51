import PlayheadAudio

/// Which streams of a sound server are a player's, and how their latency shows in its position.
package struct PlayerSound: Equatable, Sendable {
  /// By how much a position is ahead of the heard sound.
  package enum Lead: Equatable, Sendable {
    /// By the latency of the stream less a time, with a tolerance.
    case latency(less: Duration, tolerance: Duration)
    /// By a time, with a tolerance: the player subtracts the latency itself. Negative if the position is behind
    /// the sound.
    ///
    /// If `full` is known, it is the latency just before the player adds samples, if its sound is where its position
    /// is. The sound is later by as much as the latency is greater.
    case constant(Duration, tolerance: Duration, full: Duration? = nil)
  }

  package var process: Int32
  /// The player's program, which the process may only have started, as systemd does.
  package var program: String
  package var lead: Lead
  /// By how much more a position is ahead once the playhead was moved while the player plays.
  var lag = Duration.zero

  /// Returns those of a server's streams that the player plays.
  func streams(
    among streams: [SoundStream], _ processes: some ProcessTable = SystemProcesses()
  ) -> [SoundStream] {
    streams.filter { stream in
      if stream.process == process { return true }
      return processes.program(of: stream.process) == program
        && processes.isDescendant(stream.process, of: process)
    }
  }

  /// Returns the delay of a player whose first and last streams are heard with these mean latencies.
  ///
  /// - Parameters:
  ///   - lowest: The latency just before the player adds samples; nil if that is not known.
  ///   - isMoved: Whether the playhead was moved last while the player played.
  func delay(
    from least: Duration, to greatest: Duration, lowest: Duration? = nil, isMoved: Bool = false
  ) -> HeardDelay {
    switch lead {
    case .latency(let less, let tolerance):
      return HeardDelay(
        length: max((least + greatest) / 2 - less, .zero),
        tolerance: tolerance + (greatest - least) / 2)
    case .constant(let length, let tolerance, let full):
      let usual = HeardDelay(length: isMoved ? length + lag : length, tolerance: tolerance)
      guard let full, let lowest else { return usual }
      let measured = lowest - full
      // Otherwise the player was told to keep more or less sound in its stream.
      let isPossible = (.zero - Self.greatestLateness...Self.greatestLateness).contains(
        measured - length)
      return isPossible ? HeardDelay(length: measured, tolerance: Self.measuredTolerance) : usual
    }
  }

  /// By how much a delay may be wrong that is measured by the latency before the player adds samples.
  private static let measuredTolerance = Duration.milliseconds(15)
  /// By how much a player leaves its sound late or early, at most.
  private static let greatestLateness = Duration.milliseconds(150)
}

extension PlayerSound.Lead {
  /// Whether the latency shows how late the sound is, which is another time after each event.
  var showsLateness: Bool { if case .constant(_, _, .some) = self { true } else { false } }
  /// By how much a delay may be wrong that was not measured.
  var tolerance: Duration {
    switch self {
    case .latency(_, let tolerance), .constant(_, let tolerance, _): tolerance
    }
  }

  /// Whether a latency is one. PipeWire states none for a stream of PulseAudio's protocol.
  func canUse(_ latency: Duration) -> Bool {
    switch self {
    case .latency: latency > .zero
    case .constant: true
    }
  }
}

extension PlayerSound {
  /// The sound of an MPD, whose position is the start of the newest chunk in its output, or of the one before.
  static func mpd(process: Int32, chunk: Duration) -> PlayerSound {
    PlayerSound(
      process: process, program: "mpd",
      lead: .latency(less: chunk * 3 / 2, tolerance: chunk / 2))
  }

  /// The sound of a player of this name on the session bus; nil for players that were not measured.
  ///
  /// VLC subtracts the latency. Its position is 10 ms behind the sound, except for kinds of files that it reads in
  /// blocks of a fixed length: then it is that of the next block. With lossy codecs the rest differs by up to
  /// 80 ms. VLC leaves its sound late by up to 60 ms after an interruption: after a seek, usually by almost as much.
  /// Of four kinds of files, it reads a block when the position is 1.1 s before that block, if its settings are the
  /// usual ones. So the latency shows then how late the sound is.
  static func mpris(_ busName: String, process: Int32, playing location: String?) -> PlayerSound? {
    guard MPRISTarget.isInstance(busName, of: "vlc") else { return nil }
    let (block, isKnown): (Duration, Bool) =
      switch location?.split(separator: ".").last?.lowercased() {
      case "wav", "au", "snd": (.milliseconds(50), true)
      case "aiff", "aif": (.milliseconds(100), true)
      case "flac": (.zero, true)
      default: (.zero, false)
      }
    return PlayerSound(
      process: process, program: "vlc",
      lead: .constant(
        block - .milliseconds(10), tolerance: .milliseconds(100),
        full: isKnown ? .milliseconds(1_100) : nil),
      lag: .milliseconds(50))
  }
}

/// By how much the sound is heard later than a player's position says; negative if earlier.
struct HeardDelay: Equatable, Sendable {
  var length: Duration
  /// By how much the length may be wrong, either way.
  var tolerance: Duration

  /// The length may be wrong by this, at least.
  mutating func widen(to least: Duration) { tolerance = max(tolerance, least) }

  /// Whether another measurement of the same delay may have this result.
  func isLike(_ other: HeardDelay) -> Bool {
    let difference = length - other.length
    return tolerance >= other.tolerance && tolerance / 2 <= other.tolerance
      && max(difference, .zero - difference) <= tolerance / 4
  }
}

/// The processes of this machine.
protocol ProcessTable {
  /// Returns the parent of a process; nil if there is none, or no such process.
  func parent(of process: Int32) -> Int32?
  /// Returns the name of the program that a process runs, of which the system keeps 15 bytes.
  func program(of process: Int32) -> String?
}

extension ProcessTable {
  /// Whether a process was started by another one, or by one of its descendants.
  func isDescendant(_ process: Int32, of ancestor: Int32) -> Bool {
    var process = process
    // Processes that end during the search may make a circle.
    for _ in 0..<64 {
      guard let parent = parent(of: process) else { return false }
      if parent == ancestor { return true }
      process = parent
    }
    return false
  }
}

/// The processes in `/proc`.
struct SystemProcesses: ProcessTable {
  func parent(of process: Int32) -> Int32? {
    // 7 (a name) S 1 …: the name may contain parentheses and spaces.
    let text = ProcessFile.text(of: "/proc/\(process)/stat", limit: 4_096)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let parts = text[end...].split(separator: " ")
    return parts.count > 2 ? Int32(parts[2]) : nil
  }

  func program(of process: Int32) -> String? {
    let text = ProcessFile.text(of: "/proc/\(process)/comm", limit: 64)
    return text.split(separator: "\n").first.map(String.init)
  }
}
