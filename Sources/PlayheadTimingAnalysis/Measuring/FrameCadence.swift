import PlayheadMedia
import PlayheadTimekeeping

/// Decides whether frames have a constant rate, and which one, in constant memory.
///
/// Frame k of a constant rate is at start + k × d, rounded to the container's ticks. So each frame limits d from both
/// sides. While the limits do not cross, a constant d exists. Times may be off by a tick, or by a millisecond, because
/// many files were converted from containers with milliseconds.
struct FrameCadence {
  /// With at least this many equal intervals, rounding cannot be the reason that they are equal.
  private static let trustedCount = 5.0

  private let timebase: Timebase
  /// The bounds with rounding to the container's ticks, and to milliseconds of an earlier container.
  private var (fine, coarse): (FrameBounds, FrameBounds)
  private var ticksSinceStart = 0.0
  private var framesSinceStart = 0.0

  init(timebase: Timebase) {
    self.timebase = timebase
    fine = FrameBounds(tolerance: 1)
    coarse = FrameBounds(tolerance: max(1, 0.001 / timebase.secondsPerTick))
  }

  /// Adds the interval to the next frame.
  mutating func add(_ interval: Int64) {
    ticksSinceStart += Double(interval)
    framesSinceStart += 1
    fine.add(ticksSinceStart, of: framesSinceStart)
    coarse.add(ticksSinceStart, of: framesSinceStart)
  }

  /// Restarts after a gap, with the same rate.
  mutating func restart() {
    (ticksSinceStart, framesSinceStart) = (0, 0)
  }

  var isConstant: Bool { coarse.isMet }

  /// Returns the exact rate, and the rounding of the frames' times in ticks; nil if all times are exact.
  ///
  /// That is the first that fits all frames: a standard rate, the rate of equal intervals, the declared rate, a whole
  /// number, a whole number × 1000/1001.
  func rate(
    equalInterval: Int64?, declared: FrameRate?
  ) -> (rate: FrameRate, rounding: Double?)? {
    let exact = equalInterval.flatMap(rate(ofInterval:))
    if let exact, FrameRate.standard.contains(exact) { return (exact, nil) }
    for bounds in [fine, coarse] where bounds.isMet {
      if let rate = standard(in: bounds, declared: declared) {
        return (rate, rounding(of: rate, in: bounds))
      }
      if let exact, framesSinceStart >= Self.trustedCount { return (exact, nil) }
      let mean = 1 / (bounds.middle * timebase.secondsPerTick)
      guard mean > 0, mean < 1_000_000 else { continue }
      let candidates = [
        declared, FrameRate(Int32(mean.rounded()), 1),
        FrameRate(Int32((mean * 1.001).rounded()) * 1_000, 1_001),
      ]
      let rate = candidates.compactMap(\.self).first { bounds.contains(ticks(of: $0)) }
      if let rate { return (rate, rounding(of: rate, in: bounds)) }
    }
    return exact.map { ($0, nil) }
  }

  /// Returns the declared rate if it is standard and fits all frames, else the nearest standard one.
  private func standard(in bounds: FrameBounds, declared: FrameRate?) -> FrameRate? {
    let fitting = FrameRate.standard.filter { bounds.contains(ticks(of: $0)) }
    if let declared, fitting.contains(declared) { return declared }
    return fitting.min {
      abs(ticks(of: $0) - bounds.middle) < abs(ticks(of: $1) - bounds.middle)
    }
  }

  /// Returns the rounding in ticks; nil if frames last a whole number of ticks.
  private func rounding(of rate: FrameRate, in bounds: FrameBounds) -> Double? {
    let ticks = ticks(of: rate)
    let isWhole = abs(ticks - ticks.rounded()) < 1e-9 * ticks
    return isWhole && bounds.tolerance <= 1 ? nil : bounds.tolerance
  }

  private func rate(ofInterval interval: Int64) -> FrameRate? {
    guard let ticks = Int32(exactly: interval),
      case let (frame, overflow) = timebase.numerator.multipliedReportingOverflow(by: ticks),
      !overflow
    else { return nil }
    return FrameRate(timebase.denominator, frame)
  }

  /// Returns the duration of a frame in ticks.
  private func ticks(of rate: FrameRate) -> Double {
    Double(rate.denominator) / Double(rate.numerator) / timebase.secondsPerTick
  }
}

/// The bounds of a frame's duration in ticks, if each frame's time may be off by a tolerance.
struct FrameBounds {
  let tolerance: Double
  private var least = 0.0
  private var greatest = Double.infinity

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  /// Narrows the bounds by the number of ticks that a number of frames lasted.
  mutating func add(_ ticks: Double, of frames: Double) {
    least = max(least, (ticks - tolerance) / frames)
    greatest = min(greatest, (ticks + tolerance) / frames)
  }

  /// Whether a duration within the bounds exists.
  var isMet: Bool { least <= greatest && greatest < .infinity }

  var middle: Double { (least + greatest) / 2 }

  func contains(_ ticks: Double) -> Bool {
    // A value equal to a bound may exceed it by a rounding error.
    ticks >= least * (1 - 1e-12) && ticks <= greatest * (1 + 1e-12)
  }
}

extension Timebase {
  var secondsPerTick: Double { Double(numerator) / Double(denominator) }
}
