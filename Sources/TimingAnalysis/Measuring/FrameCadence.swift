import Media
import Timekeeping

/// Whether frames come at one rate, and at which: in constant memory.
///
/// Frame k of a constant rate lies at start + k × d, rounded to the container's ticks. Each frame
/// so bounds d from both sides; as long as the bounds do not cross there is such a d. Times may be
/// a tick off, or a millisecond, as many files went through containers that count those.
struct FrameCadence {
  /// At least so many equal intervals are not equal by rounding.
  private static let trustedCount = 5.0

  private let timebase: Timebase
  /// For rounding to the container's ticks, and for rounding to milliseconds in an earlier container.
  private var (fine, coarse): (FrameBounds, FrameBounds)
  private var ticksSinceStart = 0.0
  private var framesSinceStart = 0.0

  init(timebase: Timebase) {
    self.timebase = timebase
    fine = FrameBounds(tolerance: 1)
    coarse = FrameBounds(tolerance: max(1, 0.001 / timebase.secondsPerTick))
  }

  /// Takes in the interval to the next frame.
  mutating func add(_ interval: Int64) {
    ticksSinceStart += Double(interval)
    framesSinceStart += 1
    fine.add(ticksSinceStart, of: framesSinceStart)
    coarse.add(ticksSinceStart, of: framesSinceStart)
  }

  /// Begins anew behind a gap, at the same rate.
  mutating func restart() {
    (ticksSinceStart, framesSinceStart) = (0, 0)
  }

  var isConstant: Bool { coarse.isMet }

  /// The exact rate, and the rounding of the frames' times in ticks; no rounding if all are exact.
  ///
  /// The first of these that all frames fit: a standard rate, the rate of equal intervals, the
  /// declared one, a whole number, a whole number × 1000/1001. Nil if none fits.
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

  /// The declared rate if it is standard and all frames fit it, else the one nearest to them.
  private func standard(in bounds: FrameBounds, declared: FrameRate?) -> FrameRate? {
    let fitting = FrameRate.standard.filter { bounds.contains(ticks(of: $0)) }
    if let declared, fitting.contains(declared) { return declared }
    return fitting.min {
      abs(ticks(of: $0) - bounds.middle) < abs(ticks(of: $1) - bounds.middle)
    }
  }

  /// Frames that last whole ticks need no rounding to them.
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

  /// How long a frame lasts.
  private func ticks(of rate: FrameRate) -> Double {
    Double(rate.denominator) / Double(rate.numerator) / timebase.secondsPerTick
  }
}

/// The bounds of a frame's duration in ticks, if each frame may be off by a tolerance.
struct FrameBounds {
  let tolerance: Double
  private var least = 0.0
  private var greatest = Double.infinity

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  /// Narrows the bounds by the ticks that passed with so many frames.
  mutating func add(_ ticks: Double, of frames: Double) {
    least = max(least, (ticks - tolerance) / frames)
    greatest = min(greatest, (ticks + tolerance) / frames)
  }

  /// Whether there is such a duration.
  var isMet: Bool { least <= greatest && greatest < .infinity }

  var middle: Double { (least + greatest) / 2 }

  func contains(_ ticks: Double) -> Bool {
    // What equals a bound may lie beyond it by the last bit.
    ticks >= least * (1 - 1e-12) && ticks <= greatest * (1 + 1e-12)
  }
}

extension Timebase {
  var secondsPerTick: Double { Double(numerator) / Double(denominator) }
}
