import Glibc
import PlayheadArguments
import PlayheadFFmpeg
import PlayheadListFiles
import PlayheadOutputs
import PlayheadTimekeeping

/// Options for repeating, starting and following files, and for choosing their tracks.
extension PlayOptions {
  static let fileOptions: [PlayOption] = [
    PlayOption(nil, "loop", .optional("N"), "play each file N times, or endlessly") {
      options, text throws(UsageError) in
      options.isLooping = true
      if text.isEmpty { return options.loopCount = nil }
      guard let count = Int(digits: text), count > 0 else {
        throw .invalidValue(text, option: "--loop", expected: .wholeNumber(from: 1, to: nil))
      }
      options.loopCount = count
    },
    .recursive,
    .flag(nil, "pause", "start paused", \.isPaused),
    .value(
      nil, "timecode-track", "TRACK", "timecode of a sound track: its number, or auto",
      \.style.timecodeTrack, .oneOf(["auto", "the number of a track"])
    ) { text in
      if text == "auto" { return .any }
      return UInt16(digits: text).map { .track(Int($0)) }
    },
    .flag(nil, "resume", "start where each file was left, and save that again", \.resumes),
    .flag(nil, "save-position", "save where each file is left, for --resume", \.savesPosition),
    .flag(nil, "idle", "wait for files when there is nothing to play", \.waitsForFiles),
    .value(
      nil, "start-at", "WHEN", "start at 18:30:00.5, 2026-01-31T18:30:00Z or @SECONDS",
      \.startInstant
    ) { text throws(UsageError) in
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      guard let instant = WallTimeArgument.parse(text, now: now) else {
        throw .invalidValue(text, option: "--start-at", expected: .instant)
      }
      // The shell that computes an instant takes some time, and so does the start of this process.
      guard instant > now - 10_000_000_000 else { throw .pastInstant(text) }
      return instant
    },
    .value(
      nil, "track", .oneOf("TRACK,...", ["video", "audio"]),
      "play these tracks: video, audio, 0, 1,2, eng", \.tracks, .tracks
    ) { TrackArgument($0) },
    PlayOption(
      nil, "follow", .optional("TIME"),
      "wait at the end for more data, for up to TIME"
    ) { options, text throws(UsageError) in
      options.follows = true
      if text.isEmpty { return options.patience = nil }
      guard let time = TimeArgument.positive(text) else {
        throw .invalidValue(text, option: "--follow", expected: .positiveTime)
      }
      options.patience = .nanoseconds(time.nanoseconds(rounding: .down))
    },
  ]

  /// Refuses combinations of options that contradict each other.
  func checkFileOptions() throws(UsageError) {
    let cannotWait = firstGiven(
      of: "pause", "start-at", "follow", "save-position", "idle", "audio", "control", "mpris",
      "input-ipc-server", "input-ipc-client")
    if isInstant, let cannotWait { throw .conflict(cannotWait, with: instantName) }
    // The number of times is joined to its option: `--loop 2 film.mkv` would play a file `2`.
    if isLooping, loopCount == nil, files.count > 1, let word = files.first,
      Int(digits: word) != nil,
      Glibc.access(word, F_OK) != 0
    {
      throw .separateArgument(word, option: "--loop")
    }
    if isPaused, startInstant != nil {
      throw .conflict("--pause", with: "--start-at")
    }
    if schedule.hasChangesOnly, let name = firstGiven(of: "interval", "every", "at") {
      throw .conflict("--changes", with: name)
    }
    let points = [start?.needsDuration, end?.needsDuration, schedule.needsDuration]
    if follows, points.contains(true) {
      throw .conflict("--follow", with: "a point that is a percentage or counted from the end")
    }
  }

  /// Whether a file must be open before it is known which part of it is played.
  var needsOpenMedia: Bool {
    [start, end].contains { $0?.needsOpenMedia == true } || tracks?.needsOpenMedia == true
      || schedule.needsDuration || style.timecodeTrack != nil
  }

  /// Returns the media that an argument names.
  func media(_ argument: String) -> LocatedMedia {
    let media = access.media(argument, following: follows ? FileFollowing(patience: patience) : nil)
    return origin.map { media.named(CommandLine.readableText(of: $0)) } ?? media
  }
}
