import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping

// Fuzz/ builds this file with a link to SplitMix64.swift.
#if canImport(PlayheadTestEnvironment)
  import PlayheadTestEnvironment
#endif

/// Random media of a few seconds: its timebase, its frames, its declarations, and how it is read.
struct RandomMedia {
  enum Content: CaseIterable { case video, sound, both }

  /// Most are no whole number of nanoseconds.
  private static let timebases: [Timebase] = [
    Timebase(1, 30), Timebase(1, 15_360), Timebase(1, 90_000), Timebase(1_001, 30_000),
    .milliseconds,
  ]

  let content: Content
  let timebase: Timebase
  let isSeekable: Bool
  /// The ticks of a frame, and their number.
  let frameTicks: Int64
  let frameCount: Int
  let hasError: Bool
  /// The end that the container declares, if it does.
  let declaredEnd: MediaTime?
  let media: FakeMedia

  init(using numbers: inout SplitMix64) {
    content = Content.allCases.randomElement(using: &numbers) ?? .both
    timebase = Self.timebases.randomElement(using: &numbers) ?? .milliseconds
    isSeekable = Int.random(in: 0..<3, using: &numbers) > 0
    // A frame lasts 33 to 100 ms.
    let ticksOfASecond = Int64(timebase.denominator) / Int64(timebase.numerator)
    frameTicks = max(ticksOfASecond / Int64.random(in: 10...30, using: &numbers), 1)
    frameCount = Int.random(in: 2...60, using: &numbers)
    var steps = Self.frames(frameCount, frameTicks, hasBoth: content == .both)
    for _ in 0..<Int.random(in: 0...2, using: &numbers) {
      let pause = Duration.milliseconds(Int.random(in: 1...2_000, using: &numbers))
      steps.insert(.pause(pause), at: Int.random(in: 0...steps.count, using: &numbers))
    }
    hasError = Int.random(in: 0..<8, using: &numbers) == 0
    if hasError {
      let error = FakeMedia.Step.failure(MediaError(.read, of: "fake", reason: .damaged))
      steps.insert(error, at: Int.random(in: 1...steps.count, using: &numbers))
    }
    let isFake = [nil, 1, 1, 2] as [Int64?]
    let length = Int64(frameCount) * frameTicks
    let declared = (isFake.randomElement(using: &numbers) ?? nil).map { factor in
      Bool.random(using: &numbers) ? length * factor : max(length / factor, 1)
    }
    declaredEnd = declared.map { [timebase] in MediaTime(ticks: $0, timebase: timebase) }
    media = FakeMedia(
      info: Self.info(content, timebase, declared, isSeekable: isSeekable), steps: steps)
  }

  /// The end of the last frame.
  var end: MediaTime { MediaTime(ticks: Int64(frameCount) * frameTicks, timebase: timebase) }

  private static func info(
    _ content: Content, _ timebase: Timebase, _ declared: Int64?, isSeekable: Bool
  ) -> MediaInfo {
    let kinds: [MediaTrack.Kind] =
      switch content {
      case .video: [.video]
      case .sound: [.audio]
      case .both: [.video, .audio]
      }
    let tracks = kinds.enumerated().map { index, kind in
      var track = MediaTrack(index: index, kind: kind, timebase: timebase)
      (track.startTicks, track.durationTicks) = (0, declared)
      if kind == .audio { (track.sampleRate, track.channelCount) = (2_000, 1) }
      return track
    }
    return MediaInfo(name: "fake", container: "fake", tracks: tracks, isSeekable: isSeekable)
  }

  private static func frames(_ count: Int, _ ticks: Int64, hasBoth: Bool) -> [FakeMedia.Step] {
    (0..<count).flatMap { index in
      (0..<(hasBoth ? 2 : 1)).map { track in
        .packet(
          PacketTiming(
            track: track, presentationTicks: Int64(index) * ticks, durationTicks: ticks,
            byteCount: 1_000, isKeyframe: index % 10 == 0))
      }
    }
  }
}
