import PlayheadAudio
import PlayheadTimekeeping

/// The instants when samples are heard, without the scatter of the readings that show them.
///
/// Each reading moves the line of a clock a little. Here the line stays as it is while it may be right, so that
/// timecode is as steady as the device that plays it.
struct SteadyLine {
  /// A greater deviation is a jump of the device.
  private static let greatestCorrection = Duration.milliseconds(2)
  /// The line is moved by so much before each call.
  private static let step = Duration.microseconds(60)

  private var anchor: (sample: Int64, instant: HostInstant)?
  private var drift = 0.0
  private var isBeingCorrected = false

  /// Returns when samples, in ascending order, are heard, and when the next one; nil if the device does not play.
  mutating func instants(of count: Int, from first: Int64, by clock: SampleClock)
    -> (start: HostInstant, end: HostInstant)?
  {
    guard let expected = clock.expectedInstant(ofSample: first) else {
      anchor = nil
      return nil
    }
    if let instant = instant(of: first, by: clock) {
      let deviation = instant.duration(to: expected)
      let size = deviation < .zero ? .zero - deviation : deviation
      if size > Self.greatestCorrection {
        move(first, to: expected, clock)
      } else if isBeingCorrected || size > clock.expectedInstantUncertainty {
        isBeingCorrected = size > Self.step
        let correction = min(max(deviation, .zero - Self.step), Self.step)
        move(first, to: instant.advanced(by: correction), clock)
      }
    } else {
      move(first, to: expected, clock)
    }
    guard let start = instant(of: first, by: clock),
      let end = instant(of: first &+ Int64(count), by: clock), start < end
    else { return nil }
    return (start, end)
  }

  private mutating func move(_ sample: Int64, to instant: HostInstant, _ clock: SampleClock) {
    anchor = (sample, instant)
    drift = clock.certainDrift
  }

  private func instant(of sample: Int64, by clock: SampleClock) -> HostInstant? {
    anchor.map { anchor in
      let sound = Double(sample &- anchor.sample) / Double(clock.sampleRate)
      return anchor.instant.advanced(
        byNanoseconds: Int64(nearest: sound / max(0.5, 1 + drift) * 1e9))
    }
  }
}
