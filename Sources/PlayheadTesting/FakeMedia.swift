import PlayheadMedia
import PlayheadTimekeeping

/// Media that a test defines: the results of opening, reading and seeking, in order.
///
/// Together with a `ManualHostClock` it simulates slow sources: after a `pause` the reader waits and reads again.
public final class FakeMedia: MediaOpener {
  /// The result of one read.
  @nonexhaustive
  public enum Step: Sendable {
    /// A packet.
    case packet(PacketTiming)
    /// No packet is available for this time.
    case pause(Duration)
    /// Reading fails once.
    case failure(MediaError)
  }

  /// The name of all fake media: `fake`.
  public let name = "fake"
  /// The description of the media.
  public let info: MediaInfo
  private let steps: [Step]
  private let openingError: MediaError?
  private let seekingError: MediaError?
  private let convertingError: MediaError?
  private let onDecoding: @Sendable (PacketTiming) -> Void

  /// Creates media that returns a list of results.
  ///
  /// - Parameters:
  ///   - info: The description of the media.
  ///   - steps: The results of reading, in order. The media ends after them.
  ///   - error: The error of each seek; nil if seeking works.
  ///   - convertingError: The error of making an audio converter; nil if it works.
  ///   - onDecoding: Called when a packet is decoded. To simulate a slow decoder, skip time on a
  ///     manual clock.
  public init(
    info: MediaInfo, steps: [Step], failingToSeekWith error: MediaError? = nil,
    failingToConvertWith convertingError: MediaError? = nil,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void = { _ in }
  ) {
    self.info = info
    self.steps = steps
    self.onDecoding = onDecoding
    openingError = nil
    seekingError = error
    self.convertingError = convertingError
  }

  /// Creates media with one video track that returns a list of results.
  ///
  /// ```swift
  /// FakeMedia(steps: FakeMedia.frames(0..<10) + [.failure(.init(.damaged))])
  /// ```
  ///
  /// - Parameters:
  ///   - steps: The results of reading, in order. The media ends after them. Their times are in milliseconds,
  ///     and the last one declares the length of the media.
  ///   - chapters: The chapters that the container declares.
  ///   - isSeekable: Whether the media can seek.
  ///   - error: The error of each seek; nil if seeking works.
  public convenience init(
    steps: [Step], chapters: [Chapter] = [], isSeekable: Bool = true,
    failingToSeekWith error: MediaError? = nil
  ) {
    let times = steps.compactMap { step -> (start: Int64, end: Int64)? in
      guard case .packet(let packet) = step, packet.track == 0, let start = packet.presentationTicks
      else { return nil }
      return (start, start + (packet.durationTicks ?? 0))
    }
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    if let start = times.map(\.start).min(), let end = times.map(\.end).max() {
      (track.startTicks, track.durationTicks) = (start, end - start)
    }
    var info = MediaInfo(
      name: "fake", container: "fake", tracks: [track], isSeekable: isSeekable)
    info.chapters = chapters
    self.init(info: info, steps: steps, failingToSeekWith: error)
  }

  /// Creates media that cannot be opened.
  ///
  /// - Parameter error: The error of opening.
  public init(failingWith error: MediaError) {
    info = MediaInfo(name: name, container: "fake", tracks: [], isSeekable: false)
    steps = []
    openingError = error
    seekingError = nil
    convertingError = nil
    onDecoding = { _ in }
  }

  /// Creates media with one video track. Every tenth frame is a keyframe.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames.
  ///   - frameTicks: The duration of a frame in milliseconds.
  ///   - start: The presentation time of the first frame in milliseconds.
  ///   - duration: The declared length in milliseconds; nil for the actual length.
  ///   - isSeekable: Whether the media can seek.
  ///   - error: The error of each seek; nil if seeking works.
  public convenience init(
    frameCount: Int, frameTicks: Int64 = 40, start: Int64 = 0, declaring duration: Int64? = nil,
    isSeekable: Bool = true, failingToSeekWith error: MediaError? = nil
  ) {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.startTicks = start
    track.durationTicks = duration ?? Int64(frameCount) * frameTicks
    self.init(
      info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: isSeekable),
      steps: FakeMedia.frames(0..<frameCount, frameTicks: frameTicks, start: start),
      failingToSeekWith: error)
  }

  /// Returns the packets of a range of frames, for track 0.
  ///
  /// - Parameters:
  ///   - range: The numbers of the frames. Every tenth frame is a keyframe.
  ///   - frameTicks: The duration of a frame in ticks.
  ///   - start: The presentation time of frame 0 in ticks.
  /// - Returns: The steps of `init(info:steps:)`, one packet each.
  public static func frames(
    _ range: Range<Int>, frameTicks: Int64 = 40, start: Int64 = 0
  ) -> [Step] {
    range.map { index in
      .packet(
        PacketTiming(
          track: 0, presentationTicks: start + Int64(index) * frameTicks,
          durationTicks: frameTicks, byteCount: 1_000, isKeyframe: index % 10 == 0))
    }
  }

  /// Opens the media. Never blocks.
  ///
  /// - Parameter interruption: Makes opening, and later all operations of the source, fail.
  /// - Returns: A source of the steps.
  /// - Throws: The error given to `init(failingWith:)`, or an error of the interruption.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    if let openingError { throw openingError }
    if interruption.isInterrupted { throw MediaError(.open, of: name, reason: .interrupted) }
    return FakeMediaSource(
      info: info, steps: steps, seekingError: seekingError, convertingError: convertingError,
      interruption: interruption, onDecoding: onDecoding)
  }
}

/// Reads a `FakeMedia`.
private final class FakeMediaSource: DecodingSource {
  let info: MediaInfo
  private let steps: [FakeMedia.Step]
  private let seekingError: MediaError?
  private let convertingError: MediaError?
  private let interruption: Interruption
  private let onDecoding: @Sendable (PacketTiming) -> Void
  private var next = 0
  private var decodedTracks: Set<Int> = []
  private var payload: FakePacket?

  init(
    info: MediaInfo, steps: [FakeMedia.Step], seekingError: MediaError?,
    convertingError: MediaError?, interruption: Interruption,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void
  ) {
    self.interruption = interruption
    self.info = info
    self.steps = steps
    self.seekingError = seekingError
    self.convertingError = convertingError
    self.onDecoding = onDecoding
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    decodedTracks.insert(index)
    return FakeDecoder(
      info.tracks[index], convertingError: convertingError, onDecoding: onDecoding)
  }

  func takePayload() -> (any EncodedPacket)? {
    payload.take()
  }

  func read() throws(MediaError) -> MediaRead {
    payload = nil
    if interruption.isInterrupted { throw MediaError(.read, of: info.name, reason: .interrupted) }
    guard next < steps.count else { return .endOfMedia }
    defer { next += 1 }
    switch steps[next] {
    case .packet(let packet):
      if decodedTracks.contains(packet.track) { payload = FakePacket(packet) }
      return .packet(packet)
    case .pause(let duration): return .nothingYet(retryAfter: duration)
    case .failure(let error): throw error
    }
  }

  func seek(to time: MediaTime) throws(MediaError) {
    if interruption.isInterrupted { throw MediaError(.seek, of: info.name, reason: .interrupted) }
    if let seekingError { throw seekingError }
    guard info.isSeekable else { throw MediaError(.seek, of: info.name, reason: .notSeekable) }
    let keyframe = steps.lastIndex { step in
      guard case .packet(let packet) = step, packet.isKeyframe,
        let ticks = packet.presentationTicks, info.tracks.indices.contains(packet.track)
      else { return false }
      return info.tracks[packet.track].time(ofTicks: ticks) <= time
    }
    next = keyframe ?? 0
  }
}
