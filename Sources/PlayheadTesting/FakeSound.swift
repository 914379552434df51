import Media
import Timekeeping

/// The sound of a decoded packet of a `FakeMedia`, one plane of `Float` samples per channel.
///
/// Each sample encodes the number of its frame, counted from the container's time zero in the sample
/// rate of the track, so that a test knows which moment of the media it hears. The samples of all
/// channels are equal. The numbers are exact for the first 2²⁴ frames, which is 349 s at 48 kHz.
///
/// The sample rate and the number of channels are those of the track; 8,000 Hz and one channel if it
/// has none. A packet without a duration has 1,024 frames.
public final class FakeSound: FrameContent {
  private static let scale: Float = 16_777_216
  private static let greatestCount: Int64 = 1 << 20

  /// The numbers of the frames.
  let frames: Range<Int64>
  private let rate: Int32
  /// The number of planes, one for each channel.
  public let planeCount: Int

  /// Creates the sound of a packet, without the first `skippedCount` frames.
  init(_ packet: PacketTiming, of track: Track, skipping skippedCount: Int64) {
    rate = max(track.sampleRate.flatMap(Int32.init(exactly:)) ?? 8_000, 1)
    let start = packet.presentationTicks ?? packet.decodeTicks ?? 0
    let first = Self.frame(at: track.time(ofTicks: start), rate)
    var end = first + 1_024
    if let duration = packet.durationTicks {
      let (endTicks, _) = start.addingReportingOverflow(duration)
      end = Self.frame(at: track.time(ofTicks: endTicks), rate)
    }
    let count = min(max(end - first, 0), Self.greatestCount)
    frames = first + min(skippedCount, count)..<first + count
    planeCount = track.channels ?? 1
  }

  var format: FrameFormat {
    .audio(sampleRate: Int(rate), channels: planeCount, sampleFormat: "fltp")
  }

  /// Returns the time of the first frame in ticks of a timebase, rounded; nil if it overflows.
  func start(in timebase: Timebase) -> Int64? {
    MediaTime(ticks: frames.lowerBound, timebase: Timebase(1, rate))
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
  }

  /// Returns the sample that encodes a frame's number. Silence is 0, which no frame from 0 on has.
  ///
  /// - Parameter number: The number of the frame.
  /// - Returns: The sample, from 0 to 1 for the first 2²⁴ frames.
  public static func sample(ofFrame number: Int64) -> Float { Float(number + 1) / scale }

  /// Returns the number of the frame that a sample encodes.
  ///
  /// - Parameter sample: The sample, at full volume.
  /// - Returns: The number; nil for silence.
  public static func frame(ofSample sample: Float) -> Int64? {
    sample == 0 ? nil : Int64((sample * scale).rounded()) - 1
  }

  private static func frame(at time: MediaTime, _ rate: Int32) -> Int64 {
    let bound: Int64 = 1 << 40
    let frame = time.converted(to: Timebase(1, rate), rounding: .toNearestOrEven)?.ticks ?? 0
    return min(max(frame, -bound), bound)
  }

  /// Calls a closure with the samples of a channel, as bytes in the order of this machine.
  ///
  /// - Parameters:
  ///   - plane: The number of the channel. The bytes are empty if there is no such channel.
  ///   - body: Reads the bytes.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func withUnsafeBytes<Result, Failure: Error>(
    ofPlane plane: Int,
    _ body: (_ bytes: UnsafeRawBufferPointer, _ rowStride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard (0..<planeCount).contains(plane) else {
      return try body(UnsafeRawBufferPointer(start: nil, count: 0), 0)
    }
    let samples = frames.map(Self.sample(ofFrame:))
    return try samples.withUnsafeBufferPointer { samples throws(Failure) in
      let bytes = UnsafeRawBufferPointer(samples)
      return try body(bytes, bytes.count)
    }
  }
}
