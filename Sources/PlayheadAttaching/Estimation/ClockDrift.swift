import PlayheadTimekeeping

/// The drift of a player's clock against the host's: two and a half times the declared range at first,
/// then as long baselines prove it.
///
/// The readings of some seconds together make a mark: the position at an instant with narrow bounds. Two
/// marks bound the speed between them: the further apart they are, the better. Marks are kept until a seek
/// or a change of the rate. When there are 16, the better half of them stays.
struct ClockDrift: Sendable {
  /// A range of drifts in billionths.
  struct Range: Equatable, Sendable {
    var low: Int128
    var high: Int128
  }

  /// A mark to which readings are still added.
  private struct OpenMark {
    var bounds: PositionBounds
    var start: HostInstant
  }

  /// The drifts that are assumed without proof.
  private var assumed: Range
  /// The drifts that marks allow; nil before there are two.
  private var proven: Range?
  /// The mark that is being made.
  private var open: OpenMark?
  /// The marks of the current run.
  private(set) var marks: [PositionBounds] = []
  /// The length of a mark in nanoseconds.
  private var length = ClockDrift.shortest

  private static let shortest: Int128 = 4_000_000_000
  private static let longest: Int128 = 64_000_000_000
  /// The drift is not constant: it may differ from the proven one by this much.
  private static let margin: Int128 = 2_000
  /// No drift is greater: a thousandth.
  private static let greatest: Int128 = 1_000_000

  init(millionths: Int) {
    let limit = min(max(Int128(millionths), 0) * 2_500, Self.greatest)
    assumed = Range(low: -limit, high: limit)
  }

  /// The drifts that are possible.
  var range: Range {
    guard let proven else { return assumed }
    let wide = Range(low: proven.low - Self.margin, high: proven.high + Self.margin)
    let both = Range(low: max(wide.low, assumed.low), high: min(wide.high, assumed.high))
    return both.low <= both.high ? both : wide
  }

  /// Returns the speeds that are possible at a rate.
  func speeds(_ speed: Speed) -> SpeedRange {
    SpeedRange(slowest: speed.drifting(by: range.low), fastest: speed.drifting(by: range.high))
  }

  /// Records the bounds of a reading.
  mutating func add(_ bounds: PositionBounds, speed: Speed, noise: Int128) {
    guard let mark = open else {
      open = OpenMark(bounds: bounds, start: bounds.instant)
      return
    }
    guard mark.bounds.instant <= bounds.instant else { return }
    let speeds = SpeedRange(
      slowest: speed.drifting(by: assumed.low), fastest: speed.drifting(by: assumed.high))
    let both = mark.bounds.advanced(to: bounds.instant, at: speeds).intersection(bounds)
    guard both.width >= -2 * noise else {
      open = nil
      return
    }
    open = OpenMark(bounds: both, start: mark.start)
    if bounds.instant.nanoseconds(since: mark.start) >= length {
      open = nil
      close(both, speed: speed, noise: noise)
    }
  }

  /// Forgets the marks because the position or the rate was changed. Their proof remains.
  mutating func interrupt() {
    (open, marks, length) = (nil, [], Self.shortest)
  }

  /// Forgets all proofs, because a reading contradicts them, and allows for more drift towards that reading.
  mutating func contradict(ahead: Bool) {
    interrupt()
    proven = nil
    let step: Int128 = 100_000
    if ahead {
      assumed.high = min(assumed.high + step, Self.greatest)
    } else {
      assumed.low = max(assumed.low - step, -Self.greatest)
    }
  }

  private mutating func close(_ mark: PositionBounds, speed: Speed, noise: Int128) {
    var proof = proven ?? Range(low: -Self.greatest, high: Self.greatest)
    for earlier in marks {
      let elapsed = mark.instant.nanoseconds(since: earlier.instant)
      let unit = speed.distance(in: elapsed)
      guard unit > 0 else { continue }
      let least = mark.low - earlier.high - 2 * noise - unit
      let most = mark.high - earlier.low + 2 * noise - unit
      proof.low = max(proof.low, least * 1_000_000_000 / unit)
      proof.high = min(proof.high, most * 1_000_000_000 / unit)
    }
    guard proof.low <= proof.high else {
      interrupt()
      proven = nil
      return
    }
    if !marks.isEmpty {
      proven = proof
      extendAssumption(to: proof)
    }
    marks.append(mark)
    if marks.count >= 16 { thin() }
  }

  /// Allows for the proven drifts if the middle of their range, but not all of it, is beyond the assumption.
  private mutating func extendAssumption(to proof: Range) {
    let middle = (proof.low + proof.high) / 2
    if middle > assumed.high, proof.low > assumed.low { assumed.high = proof.high }
    if middle < assumed.low, proof.high < assumed.high { assumed.low = proof.low }
  }

  /// Keeps the better of each two marks, and makes longer ones from now on.
  private mutating func thin() {
    marks = stride(from: 0, to: marks.count - 1, by: 2).map { index in
      let (one, two) = (marks[index], marks[index + 1])
      return one.width <= two.width ? one : two
    }
    length = min(2 * length, Self.longest)
  }
}
