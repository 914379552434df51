import PlayheadTimekeeping

/// A filter graph for ffmpeg, from which a recording comes out in step with the reference.
package struct AligningFilter: Equatable, Sendable {
  /// The least drift that is corrected: 0.1 ms in six hours.
  private static let leastDrift = 0.005
  /// The least sample rate at which the ratio of rates is exact enough.
  private static let leastRate = 44_100

  /// The description of the graph; its output has the label `aligned`.
  package let text: String

  /// Creates the filter of a track. Without gaps, which become silence, inexact timestamps must change nothing.
  package init(
    _ relation: SoundAlignment.Relation, sampleRate: Int, track: Int, hasGaps: Bool = true
  ) {
    let scale = Double(sampleRate) / (1 + relation.drift * 1e-6)
    func sample(_ time: MediaTime, _ scale: Double) -> Int { Int((time.seconds * scale).rounded()) }
    // Silence where a container leaves gaps, so that counting samples is counting time. Without the limit, a gap
    // of less than 100 ms would move the sound after it.
    let gaps = hasGaps ? ":min_hard_comp=0.001" : ""
    var steps = ["aresample=async=1\(gaps):first_pts=0"]
    // A drift that may be none is not corrected.
    if abs(relation.drift) >= max(Self.leastDrift, relation.driftUncertainty) {
      let rate = max(sampleRate, Self.leastRate)
      let change = RateChange(rate: rate, drift: relation.drift * 1e-6)
      if rate != sampleRate { steps.append("aresample=\(rate)") }
      steps += [
        "asetrate=\(change.declared)", "aresample=\(change.middle)", "asetrate=\(change.last)",
        "aresample=\(sampleRate)",
      ]
    }
    let parts = relation.parts
    var chains: [String] = []
    for (index, part) in parts.enumerated() {
      let first = sample(part.otherStart, scale)
      let start = sample(part.start, Double(sampleRate))
      var trim = "atrim=start_sample=\(max(first, 0))"
      var pad: [String] = []
      if index + 1 < parts.count {
        let length = sample(parts[index + 1].start, Double(sampleRate)) - start
        let own = min(sample(part.end, Double(sampleRate)) - start, length)
        trim += ":end_sample=\(max(first + own, 0))"
        pad = ["apad=whole_len=\(length)"]
      }
      chains.append(([trim, "asetpts=N/SR/TB"] + pad).joined(separator: ","))
    }
    let delay = parts.first.map { sample($0.start, Double(sampleRate)) } ?? 0
    let end = delay > 0 ? "adelay=delays=\(delay)S:all=1" : "anull"
    let input = "[0:\(track)]" + steps.joined(separator: ",")
    if chains.count < 2 {
      text = ([input] + chains + [end]).joined(separator: ",") + "[aligned]"
      return
    }
    let numbers = chains.indices
    let copies = numbers.map { "[c\($0)]" }.joined()
    let pieces = numbers.map { "[c\($0)]\(chains[$0])[p\($0)]" }
    let all = numbers.map { "[p\($0)]" }.joined()
    text =
      ([input + ",asplit=\(chains.count)" + copies] + pieces
      + ["\(all)concat=n=\(chains.count):v=0:a=1,\(end)[aligned]"]).joined(separator: ";")
  }
}

/// Sample rates by which sound becomes a little longer or shorter, as ffmpeg's filters `asetrate` and `aresample`
/// change it. They take whole numbers of hertz.
///
/// Sound at `rate` is declared to have the rate `declared`, resampled to `middle`, and declared to have the rate
/// `last`. Two changes of nearly the same size in opposite directions give ratios that one cannot.
package struct RateChange: Equatable, Sendable {
  package let declared: Int
  package let middle: Int
  package let last: Int

  /// Creates rates for sound of 44,100 Hz or more, exact to a part in 10^9, whose intervals are too long by a share.
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
}
