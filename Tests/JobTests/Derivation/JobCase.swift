import PlayheadJobs
import PlayheadMedia
import PlayheadTimekeeping

/// The facts of files that the tests name.
enum JobCase {
  /// Video of 25 frames per second and 10 s with audio of 10.5 s at 48 kHz.
  static let film = JobInputFacts(
    duration: .milliseconds(10_500),
    tracks: [track(0, .video, milliseconds: 10_000), track(1, .audio, milliseconds: 10_500)])
  /// Audio of 60 s.
  static let song = JobInputFacts(
    duration: .seconds(60), tracks: [track(0, .audio, milliseconds: 60_000)])
  /// The film in a transport stream that begins at one hour.
  static let broadcast = JobInputFacts(
    duration: .milliseconds(10_500), start: .seconds(3_600),
    tracks: [
      track(0, .video, milliseconds: 10_000, start: 3_600_000),
      track(1, .audio, milliseconds: 10_500, start: 3_600_000),
    ])
  /// A song with a cover and two languages.
  static let album = JobInputFacts(
    duration: .seconds(60),
    tracks: [
      track(0, .audio, milliseconds: 60_000, language: "eng"),
      track(1, .audio, milliseconds: 40_000, language: "ger"),
      track(2, .video, milliseconds: 60_000, isPicture: true),
      track(3, .subtitle, milliseconds: 30_000),
    ])

  /// Video of 20 s with audio of 10.5 s.
  static let silentEnd = JobInputFacts(
    duration: .seconds(20),
    tracks: [track(0, .video, milliseconds: 20_000), track(1, .audio, milliseconds: 10_500)])
  /// Frames without times, 25 for each second.
  static let frames = changed(
    JobInputFacts(duration: .seconds(10), tracks: [track(0, .video, milliseconds: 10_000)])
  ) { $0.isUntimed = true }
  /// A song whose length is an estimate.
  static let guess = changed(song) { $0.isEstimated = true }

  /// An animation of 4 s.
  private static func animation(playing count: Double?) -> JobInputFacts {
    changed(JobInputFacts(duration: .seconds(4), tracks: [track(0, .video, milliseconds: 4_000)])) {
      $0.playCount = count
    }
  }

  private static func changed(
    _ facts: JobInputFacts, _ change: (inout JobInputFacts) -> Void
  ) -> JobInputFacts {
    var facts = facts
    change(&facts)
    return facts
  }

  static func track(
    _ index: Int, _ kind: MediaTrack.Kind, milliseconds: Int64, start: Int64 = 0,
    language: String? = nil, isPicture: Bool = false
  ) -> MediaTrack {
    var track = MediaTrack(index: index, kind: kind, timebase: .milliseconds)
    track.startTicks = start
    track.durationTicks = milliseconds
    track.language = language
    track.isAttachedPicture = isPicture
    if kind == .video {
      (track.frameRate, track.width, track.height) = (FrameRate(25, 1), 640, 360)
    }
    if kind == .audio { (track.sampleRate, track.channelCount) = (48_000, 2) }
    return track
  }

  /// Returns the expected duration of a command line without quotes, in seconds; nil if it cannot be
  /// derived.
  static func seconds(_ line: String) -> Double? {
    let arguments = FFmpegArguments(line.split(separator: " ").map(String.init))
    let facts = arguments.inputs.map { input -> JobInputFacts? in
      switch input.url {
      case "film.mp4": film
      case "song.wav": song
      case "broadcast.ts": broadcast
      case "album.mka": album
      case "silent-end.mp4": silentEnd
      case "frames.h264": frames
      case "guess.mp3": guess
      case "endless.gif": animation(playing: .infinity)
      case "thrice.gif": animation(playing: 3)
      case "strange.apng": animation(playing: nil)
      case _ where input.imageFiles != nil:
        JobInputFacts(duration: nil, tracks: [], imageCount: 300)
      default: nil
      }
    }
    return try? arguments.expectedDuration(facts: facts).seconds
  }
}
