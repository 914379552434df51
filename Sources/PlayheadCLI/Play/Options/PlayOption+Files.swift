import Glibc
import PlayheadKit

/// Options for repeating, starting and following files, and for choosing their tracks.
extension PlayOptions {
  static let fileOptions: [PlayOption] = [
    PlayOption(nil, "loop", "N", isArgumentOptional: true, "play each file N times, or for ever") {
      options, text throws(UsageError) in
      options.isLooping = true
      if text.isEmpty { return options.loopCount = nil }
      guard let count = Int(text), count > 0 else {
        throw UsageError("--loop takes a whole number from 1, not '\(text)'")
      }
      options.loopCount = count
    },
    PlayOption(nil, "pause", nil, "begin paused") { options, _ throws(UsageError) in
      options.isPaused = true
    },
    PlayOption(
      nil, "start-at", "WHEN", "begin at 18:30:00.5, 2026-01-31T18:30:00Z or @SECONDS"
    ) { options, text throws(UsageError) in
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      guard let instant = WallTimeArgument.parse(text, now: now) else {
        throw UsageError(
          "--start-at takes 18:30, 2026-01-31T18:30:00Z or @SECONDS since 1970, not '\(text)'")
      }
      guard instant > now else { throw UsageError("--start-at: '\(text)' has passed") }
      options.startInstant = instant
    },
    PlayOption(
      nil, "track", "TRACK,...", words: ["video", "audio"],
      "tracks that are played: video, audio, 0, 1,2, eng"
    ) {
      options, text throws(UsageError) in
      guard let tracks = TrackArgument(text) else {
        throw UsageError(
          "--track takes video, audio, numbers of tracks and languages, not '\(text)'")
      }
      options.tracks = tracks
    },
    PlayOption(
      nil, "follow", "TIME", isArgumentOptional: true,
      "at the end wait for more, until nothing came for TIME"
    ) { options, text throws(UsageError) in
      options.follows = true
      if text.isEmpty { return options.patience = nil }
      guard let time = TimeArgument.parse(text), time > .zero else {
        throw UsageError("--follow takes a time after '=', not '\(text)'")
      }
      options.patience = .nanoseconds(time.nanoseconds(rounding: .down))
    },
  ]

  /// Refuses combinations of options that contradict each other.
  func checkFileOptions() throws(UsageError) {
    let waiting = [
      ("--pause", isPaused), ("--start-at", startInstant != nil), ("--follow", follows),
    ]
    if isInstant, let (name, _) = waiting.first(where: \.1) {
      throw UsageError("\(name) has no use with --instant, which does not wait")
    }
    if isPaused, startInstant != nil {
      throw UsageError("--pause and --start-at are two ways to begin")
    }
    if schedule.hasChangesOnly, schedule.interval != nil || schedule.hasBoundaries {
      throw UsageError("--changes leaves out what --interval, --every and --at ask for")
    }
    let points = [start?.needsDuration, end?.needsDuration, schedule.needsDuration]
    if follows, points.contains(true) {
      throw UsageError("--follow plays what has no end yet to count points from")
    }
  }

  /// Whether a file must be open before it is known which part of it is played.
  var needsOpenMedia: Bool {
    [start, end].contains { $0?.needsOpenMedia == true } || tracks?.needsOpenMedia == true
      || schedule.needsDuration
  }

  /// Returns the media that an argument names.
  func media(_ argument: String) -> LocatedMedia {
    access.media(argument, following: follows ? FileFollowing(patience: patience) : nil)
  }
}
