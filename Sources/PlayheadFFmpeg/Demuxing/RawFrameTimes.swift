import PlayheadMedia
import PlayheadTimekeeping

extension MediaTrack {
  /// The containers of frames without times, which libavformat counts.
  static let rawContainers: Set = ["ac3", "dts", "dtshd", "eac3", "mlp", "sbc", "truehd"]

  /// Makes a tick so long that a frame lasts a whole number of them.
  ///
  /// libavformat rounds the duration of a frame of raw sound down to a tick, and adds up what it has rounded.
  ///
  /// - Parameters:
  ///   - frameTicks: The duration of a frame as libavformat counts it.
  ///   - samples: The number of samples in a frame.
  mutating func setFrameTicks(_ frameTicks: Int64?, ofSamples samples: Int64?) {
    guard let frameTicks, frameTicks > 0, let samples, samples > 0, let sampleRate,
      case let (product, overflow) = Int64(sampleRate).multipliedReportingOverflow(by: frameTicks),
      !overflow, let exact = Timebase(reducing: samples, product), exact != timebase
    else { return }
    // The duration is that of a rounded frame only if it is less than a tick off.
    let length = MediaTime(ticks: 1, timebase: exact).seconds * Double(frameTicks)
    let ticks = length / time(ofTicks: 1).seconds
    guard Double(frameTicks) < ticks, ticks < Double(frameTicks + 1) else { return }
    // The declared duration is an estimate from the bit rate, and the start is zero.
    durationTicks = durationTicks.flatMap {
      time(ofTicks: $0).converted(to: exact, rounding: .toNearestOrEven)?.ticks
    }
    timebase = exact
  }
}
