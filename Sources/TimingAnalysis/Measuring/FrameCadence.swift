import Media
import Timekeeping

/// Whether frames come at one rate, and at which: in constant memory.
///
/// Frame k of a constant rate lies at start + k × d, rounded to the container's ticks. Each frame
/// so bounds d from both sides; as long as the bounds do not cross there is such a d. Times may be
/// a tick off, or a millisecond, as many files went through containers that count those.
struct FrameCadence {
  private let timebase: Timebase
  private let tolerance: Double
  private var least = 0.0
  private var greatest = Double.infinity
  private var ticksSinceStart = 0.0
  private var framesSinceStart = 0.0

  init(timebase: Timebase) {
    self.timebase = timebase
    tolerance = max(1, 0.001 / timebase.secondsPerTick)
  }

  /// Takes in the interval to the next frame.
  mutating func add(_ interval: Int64) {
    ticksSinceStart += Double(interval)
    framesSinceStart += 1
    least = max(least, (ticksSinceStart - tolerance) / framesSinceStart)
    greatest = min(greatest, (ticksSinceStart + tolerance) / framesSinceStart)
  }

  /// Begins anew behind a gap, at the same rate.
  mutating func restart() {
    (ticksSinceStart, framesSinceStart) = (0, 0)
  }

  var isConstant: Bool { least <= greatest && greatest < .infinity }

  /// The exact rate: of equal intervals theirs; else the declared one, a whole number or a whole
  /// number × 1000/1001, where that fits every frame. Nil where none does.
  func rate(equalInterval: Int64?, declared: FrameRate?) -> FrameRate? {
    guard isConstant else { return nil }
    if let equalInterval, let ticks = Int32(exactly: equalInterval),
      case let (frame, overflow) = timebase.numerator.multipliedReportingOverflow(by: ticks),
      !overflow, tolerance <= 1
    {
      return FrameRate(timebase.denominator, frame)
    }
    let mean = 2 / ((least + greatest) * timebase.secondsPerTick)
    guard mean > 0, mean < 1_000_000 else { return nil }
    let whole = Int32(mean.rounded())
    let candidates = [
      declared, FrameRate(whole, 1), FrameRate(Int32((mean * 1.001).rounded()) * 1_000, 1_001),
    ]
    return candidates.compactMap(\.self).first(where: fits)
  }

  private func fits(_ rate: FrameRate) -> Bool {
    let ticks = Double(rate.denominator) / Double(rate.numerator) / timebase.secondsPerTick
    // What equals a bound may lie beyond it by the last bit.
    return ticks >= least * (1 - 1e-12) && ticks <= greatest * (1 + 1e-12)
  }
}

extension Timebase {
  var secondsPerTick: Double { Double(numerator) / Double(denominator) }
}
