/// Sample rates by which sound becomes a little longer or shorter, as ffmpeg's filters `asetrate` and `aresample`
/// change it. They take whole numbers of hertz.
///
/// Sound at `rate` is declared to have the rate `declared`, resampled to `middle`, and declared to have the rate
/// `last`. Two changes of nearly the same size in opposite directions give ratios that one cannot.
package struct RateChange: Hashable, Sendable {
  package let declared: Int
  package let middle: Int
  package let last: Int

  /// - Parameters:
  ///   - rate: The rate of the sound, 44,100 or more, so that the ratio is exact to a part in 10^9.
  ///   - drift: By how much too long an interval is, as a share.
  package init(rate: Int, drift: Double) {
    let rate = min(max(rate, 8_000), 1_000_000)
    let (drift, hertz) = (min(max(drift, -0.1), 0.1), Double(rate))
    var best = (error: Double.infinity, declared: rate, middle: rate)
    let first = Int((drift * hertz).rounded(.down))
    for step in first + 2...first + 9 {
      // The rest of the ratio is 1 - 1 / middle.
      let rest = (Double(step) - drift * hertz) / (hertz + Double(step))
      let middle = (1 / rest).rounded()
      let error = abs(1 / middle - rest)
      if error < best.error { best = (error, rate + step, Int(middle)) }
    }
    (declared, middle, last) = (best.declared, best.middle, best.middle - 1)
  }

  /// By how much an interval becomes shorter, as a share.
  package func drift(at rate: Int) -> Double {
    Double(declared) / Double(rate) * Double(last) / Double(middle) - 1
  }
}
