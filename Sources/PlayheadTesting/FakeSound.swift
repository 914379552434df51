import PlayheadMedia
import PlayheadTimekeeping

/// The sound of a decoded packet of a `FakeMedia`, one plane of `Float` values per channel.
///
/// The values of each sample encode its number, counted from the container's time zero in the sample
/// rate of the track, so that a test can identify the moment of the media that it hears. The values of all
/// channels are equal. The numbers are exact for the first 2²⁴ samples, which is 349 s at 48 kHz.
///
/// The sample rate and the number of channels are those of the track; 8,000 Hz and one channel if it
/// has none. A packet without a duration has 1,024 samples.
public final class FakeSound: FrameContent {
  private static let scale: Float = 16_777_216
  private static let greatestCount: Int64 = 1 << 20

  /// The numbers of the samples.
  let samples: Range<Int64>
  private let rate: Int32
  /// The number of planes, one for each channel.
  public let planeCount: Int

  /// Creates the sound of a packet, without the first `skippedCount` samples.
  init(_ packet: PacketTiming, of track: MediaTrack, skipping skippedCount: Int64) {
    rate = max(track.sampleRate.flatMap(Int32.init(exactly:)) ?? 8_000, 1)
    let start = packet.presentationTicks ?? packet.decodeTicks ?? 0
    let first = Self.sample(at: track.time(ofTicks: start), rate)
    var end = first + 1_024
    if let duration = packet.durationTicks {
      let (endTicks, _) = start.addingReportingOverflow(duration)
      end = Self.sample(at: track.time(ofTicks: endTicks), rate)
    }
    let count = min(max(end - first, 0), Self.greatestCount)
    samples = first + min(skippedCount, count)..<first + count
    planeCount = track.channelCount ?? 1
  }

  var format: FrameFormat {
    .audio(sampleRate: Int(rate), channelCount: planeCount, sampleFormat: "fltp")
  }

  /// Returns the time of the first sample in ticks of a timebase, rounded; nil if it overflows.
  func start(in timebase: Timebase) -> Int64? {
    MediaTime(ticks: samples.lowerBound, timebase: Timebase(1, rate))
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
  }

  /// Returns the value that encodes a sample's number. Silence is 0, which no sample from 0 on has.
  ///
  /// - Parameter number: The number of the sample.
  /// - Returns: The value, from 0 to 1 for the first 2²⁴ samples.
  public static func value(ofSample number: Int64) -> Float { Float(number + 1) / scale }

  /// Returns the number of the sample that a value encodes.
  ///
  /// - Parameter value: The value, at full volume.
  /// - Returns: The number; nil for silence.
  public static func sample(ofValue value: Float) -> Int64? {
    value == 0 ? nil : Int64((value * scale).rounded()) - 1
  }

  private static func sample(at time: MediaTime, _ rate: Int32) -> Int64 {
    let bound: Int64 = 1 << 40
    let sample = time.converted(to: Timebase(1, rate), rounding: .toNearestOrEven)?.ticks ?? 0
    return min(max(sample, -bound), bound)
  }

  /// Calls a closure with the values of a channel, as bytes in the order of this machine.
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
    let values = samples.map(Self.value(ofSample:))
    return try values.withUnsafeBufferPointer { values throws(Failure) in
      let bytes = UnsafeRawBufferPointer(values)
      return try body(bytes, bytes.count)
    }
  }
}
