import Media
import Timekeeping

/// A medium that a test writes down: what opening, reading and seeking give, in order.
///
/// With a `ManualHostClock` it also plays slow sources: a `pause` has the reader ask again later.
public final class FakeMedia: MediaOpener {
  public enum Step: Sendable {
    case packet(PacketTiming)
    /// Nothing comes for so long.
    case pause(Duration)
    case failure(MediaError)
  }

  public let name = "fake"
  public let info: MediaInfo
  private let steps: [Step]
  private let openingError: MediaError?
  private let seekingError: MediaError?
  private let onDecoding: @Sendable (PacketTiming) -> Void

  /// A medium of these steps; each seek fails if an error is given.
  ///
  /// A player that decodes it gets a frame for each packet, and none for a corrupt one. What is
  /// done when one is decoded, `onDecoding` says: a decoder is slow that has a manual clock skip.
  public init(
    info: MediaInfo, steps: [Step], failingToSeekWith error: MediaError? = nil,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void = { _ in }
  ) {
    self.info = info
    self.steps = steps
    self.onDecoding = onDecoding
    openingError = nil
    seekingError = error
  }

  /// A medium that cannot be opened.
  public init(failingWith error: MediaError) {
    info = MediaInfo(name: name, container: "fake", tracks: [], isSeekable: false)
    steps = []
    openingError = error
    seekingError = nil
    onDecoding = { _ in }
  }

  /// One track of video, `frameCount` frames of `frameTicks` milliseconds each, every tenth a
  /// keyframe, declared as long as it is unless told otherwise.
  public convenience init(
    frameCount: Int, frameTicks: Int64 = 40, start: Int64 = 0, declaring duration: Int64? = nil,
    isSeekable: Bool = true, failingToSeekWith error: MediaError? = nil,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void = { _ in }
  ) {
    var track = Track(index: 0, kind: .video, timebase: .milliseconds)
    track.startTicks = start
    track.durationTicks = duration ?? Int64(frameCount) * frameTicks
    self.init(
      info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: isSeekable),
      steps: FakeMedia.frames(0..<frameCount, frameTicks: frameTicks, start: start),
      failingToSeekWith: error, onDecoding: onDecoding)
  }

  /// The packets of these frames of track 0.
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

  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    if let openingError { throw openingError }
    if interruption.isInterrupted { throw MediaError(.open, name, .interrupted) }
    return FakeMediaSource(
      info: info, steps: steps, seekingError: seekingError, interruption: interruption,
      onDecoding: onDecoding)
  }
}

/// Reads a `FakeMedia`.
private final class FakeMediaSource: DecodingSource {
  let info: MediaInfo
  private let steps: [FakeMedia.Step]
  private let seekingError: MediaError?
  private let interruption: Interruption
  private let onDecoding: @Sendable (PacketTiming) -> Void
  private var next = 0
  private var decodedTracks: Set<Int> = []
  private var payload: FakePacket?

  init(
    info: MediaInfo, steps: [FakeMedia.Step], seekingError: MediaError?, interruption: Interruption,
    onDecoding: @escaping @Sendable (PacketTiming) -> Void
  ) {
    self.interruption = interruption
    self.info = info
    self.steps = steps
    self.seekingError = seekingError
    self.onDecoding = onDecoding
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    decodedTracks.insert(index)
    return FakeDecoder(info.tracks[index], onDecoding: onDecoding)
  }

  func takePayload() -> (any EncodedPacket)? {
    payload.take()
  }

  func read() throws(MediaError) -> MediaRead {
    payload = nil
    if interruption.isInterrupted { throw MediaError(.read, info.name, .interrupted) }
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
    if interruption.isInterrupted { throw MediaError(.seek, info.name, .interrupted) }
    if let seekingError { throw seekingError }
    guard info.isSeekable else { throw MediaError(.seek, info.name, .notSeekable) }
    let keyframe = steps.lastIndex { step in
      guard case .packet(let packet) = step, packet.isKeyframe,
        let ticks = packet.presentationTicks, info.tracks.indices.contains(packet.track)
      else { return false }
      return info.tracks[packet.track].time(ofTicks: ticks) <= time
    }
    next = keyframe ?? 0
  }
}
