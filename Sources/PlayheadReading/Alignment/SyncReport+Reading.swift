import PlayheadAlignment
import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension SyncReport {
  /// Finds the beeps and flashes of media on the calling thread, by decoding all of it once.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - interruption: Cancels opening and reading.
  ///   - progress: Called regularly on the calling thread with the share that was read, if a length is declared.
  /// - Throws: A `MediaError` if the media cannot be opened or read, or has no sound or no picture.
  public init(
    of location: some MediaLocation, interruption: Interruption = Interruption(),
    progress: (Double) -> Void = { _ in }
  ) throws(MediaError) {
    try self.init(of: LocatedMedia(location), interruption: interruption, progress: progress)
  }

  /// Finds the beeps and flashes in the media of any opener on the calling thread, by decoding all of it once.
  ///
  /// - Parameters:
  ///   - opener: The media.
  ///   - interruption: Cancels opening and reading.
  ///   - progress: Called regularly on the calling thread with the share that was read, if a length is declared.
  /// - Throws: A `MediaError` if the media cannot be opened or read, or has no sound or no picture.
  public init(
    of opener: any MediaOpener, interruption: Interruption = Interruption(),
    progress: (Double) -> Void = { _ in }
  ) throws(MediaError) {
    let reader = try SyncReader(opening: opener, interruption: interruption)
    self = try reader.report(progress: progress)
  }

  /// Finds the beeps and flashes of media on a new thread. Cancelling the task interrupts the reading.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - progress: Called regularly on the thread that reads, with the share that was read.
  /// - Returns: The report.
  /// - Throws: A `MediaError` if the media cannot be opened or read, has no sound or no picture, or if the task was
  ///   cancelled.
  public static func reading(
    _ location: some MediaLocation, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(MediaError) -> SyncReport {
    let opener = LocatedMedia(location)
    return try await Reading.onThread("playhead-align") { interruption throws(MediaError) in
      try SyncReport(of: opener, interruption: interruption, progress: progress)
    }
  }
}

/// Decodes sound and picture once, and finds beeps and flashes. One thread uses it.
private final class SyncReader {
  private let source: any DecodingSource
  private let sound: MediaTrack
  private let picture: MediaTrack
  private let soundDecoder: any MediaDecoder
  private let reader: FrameReader
  /// The start of presentation as a time of the container.
  private let zero: MediaTime

  private var flashes = FlashFinder()
  /// The state of the sound; nil before its first frame.
  private var hearing: Hearing?

  private struct Hearing {
    let converter: any AudioConverter
    let sampleRate: Int
    var run: SampleRun
    var finder: BeepFinder
    var sampleCount = 0
    /// Sound that has not been placed yet.
    var waiting: [[Float]] = []
  }

  init(opening opener: any MediaOpener, interruption: Interruption) throws(MediaError) {
    let opened = try opener.open(interruption: interruption)
    let info = opened.info
    guard let sound = info.timelineTracks.first(where: { $0.kind == .audio }) else {
      throw MediaError(.open, of: info.name, reason: .noSound)
    }
    guard let picture = info.timelineTracks.first(where: { $0.kind == .video }) else {
      throw MediaError(.open, of: info.name, reason: .noFrames)
    }
    guard let source = opened as? any DecodingSource,
      case let reader = FrameReader(
        source, tracks: [sound.index, picture.index], interruption: interruption),
      let soundDecoder = reader.decoders[sound.index], reader.decoders[picture.index] != nil
    else { throw MediaError(.decode, of: info.name, reason: .unsupported) }
    (self.source, self.sound, self.picture) = (source, sound, picture)
    (self.soundDecoder, self.reader) = (soundDecoder, reader)
    zero = info.presentationStart ?? .zero
  }

  func report(progress: (Double) -> Void) throws(MediaError) -> SyncReport {
    let length = source.info.declaredDuration(from: zero)?.seconds ?? 0
    while let (track, frame) = try reader.next() {
      if track == sound.index { try hear(frame) } else { try see(frame) }
      if length > 0, let hearing {
        progress(min(Double(hearing.sampleCount) / Double(hearing.sampleRate) / length, 1))
      }
    }
    guard var hearing else {
      throw MediaError(.decode, of: source.info.name, reason: .noSound)
    }
    try hear(hearing.run.settle(before: nil), &hearing)
    guard flashes.pictureCount > 0 else {
      throw MediaError(.decode, of: source.info.name, reason: .noFrames)
    }
    hearing.finder.finish()
    let beeps = hearing.finder.beeps.map { Double($0) / Double(hearing.sampleRate) }
    return SyncReport(
      beeps: beeps, flashes: flashes.flashes(expecting: beeps.count), interval: flashes.interval)
  }

  private func hear(_ frame: DecodedFrame) throws(MediaError) {
    guard case .audio(let rate, _, _) = frame.format, rate > 0 else { return }
    var now: Hearing
    if let hearing {
      now = hearing
    } else {
      let converter = try soundDecoder.makeAudioConverter(
        to: AudioFormat(sampleRate: rate, channelCount: 1))
      now = Hearing(
        converter: converter, sampleRate: rate,
        run: SampleRun(from: zero, sampleRate: rate, timebase: sound.timebase),
        finder: BeepFinder(sampleRate: rate))
    }
    // Its sound is not copied.
    hearing = nil
    defer { hearing = now }
    var samples: [Float] = []
    try now.converter.convert(frame, into: &samples)
    let time = frame.timing.presentationTicks.map(sound.time(ofTicks:))
    now.waiting.append(samples)
    try hear(now.run.place(samples.count, at: time), &now)
  }

  /// Searches sound that has been placed for beeps.
  private func hear(
    _ placements: [SampleRun.Placement], _ hearing: inout Hearing
  ) throws(MediaError) {
    for placement in placements {
      let samples = hearing.waiting.removeFirst()
      guard let start = Int(exactly: placement.gap).flatMap({ hearing.sampleCount.adding($0) }),
        let end = start.adding(samples.count)
      else { throw MediaError(.decode, of: source.info.name, reason: .damaged) }
      hearing.sampleCount = max(hearing.sampleCount, end)
      hearing.finder.add(samples, from: start)
    }
  }

  private func see(_ frame: DecodedFrame) throws(MediaError) {
    guard case .video(_, _, let format) = frame.format else { return }
    guard let level = frame.brightness else {
      throw MediaError(.decode, of: source.info.name, reason: .unsupported, detail: format)
    }
    guard let ticks = frame.timing.presentationTicks,
      let time = picture.time(ofTicks: ticks).subtracting(zero)
    else { return }
    flashes.add(level, at: time.seconds)
  }
}

extension Int {
  fileprivate func adding(_ other: Int) -> Int? {
    let (sum, hasOverflowed) = addingReportingOverflow(other)
    return hasOverflowed ? nil : sum
  }
}
