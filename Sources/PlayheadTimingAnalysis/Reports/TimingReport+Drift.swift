import PlayheadMedia
import PlayheadTimekeeping

extension TimingReport {
  /// Returns the drift of a pair of tracks as `32.5 ppm`, or `< 230 ppm` if rounding is as much over their length.
  package func driftText(of pair: TrackPairReport) -> String? {
    guard let drift = pair.drift else { return nil }
    let least = driftResolution(of: pair)
    return abs(drift) >= least || least < 0.05
      ? "\(fixed(drift, 1)) ppm" : "< \(Self.roundedUp(least)) ppm"
  }

  /// The least drift between the tracks of a pair that their timestamps can show, in parts per million.
  private func driftResolution(of pair: TrackPairReport) -> Double {
    let tracks = [pair.video, pair.audio].compactMap(track)
    let ticks = tracks.map { track in
      max(track.track.timebase.secondsPerTick, track.frameRate?.rounding?.seconds ?? 0)
    }
    let length = tracks.compactMap(\.duration?.seconds).min() ?? 0
    return length > 0 ? (ticks.max() ?? 0) / length * 1e6 : .infinity
  }

  /// Returns a number with two significant digits that is not less than one from 0.05 on.
  private static func roundedUp(_ value: Double) -> String {
    guard value < 1e9 else { return "1000000000" }
    var (step, places) = (0.01, Int32(2))
    while value / step > 99 { (step, places) = (step * 10, max(places - 1, 0)) }
    return fixed((value / step - 1e-9).rounded(.up) * step, places)
  }
}
