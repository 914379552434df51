import PlayheadTimekeeping

/// The start times of packets that follow each other without a gap.
///
/// The duration of a frame is rarely a whole number of ticks. Frames of a known rate are counted,
/// so that rounding errors do not accumulate: frame n begins at origin + n × duration, rounded
/// once.
package struct SteadyTicks: Sendable {
  /// Ticks per frame, as a fraction; nil without a frame rate.
  private let frame: (numerator: Int128, denominator: Int128)?
  /// The ticks of a frame, rounded to the nearest; nil without a frame rate.
  package let frameTicks: Int64?
  /// `next` after the first frame from an origin of 0; nil without a frame rate.
  private let firstTicks: Int64?
  private var origin: Int64 = 0
  private var count: Int128 = 0
  /// The start of the next packet in ticks.
  package private(set) var next: Int64 = 0

  /// Creates a count of a track's packets, with its frame rate and timebase.
  package init(track: MediaTrack) {
    frameTicks =
      track.frameRate?.frameDuration
      .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
    frame = track.frameRate.map { rate in
      let (timebase, duration) = (track.timebase, rate.frameDuration.timebase)
      return (
        Int128(duration.numerator) * Int128(timebase.denominator),
        Int128(duration.denominator) * Int128(timebase.numerator)
      )
    }
    firstTicks = frame.flatMap { Int64(exactly: $0.numerator.divided(by: $0.denominator)) }
  }

  /// Restarts with a packet at `ticks`.
  package mutating func begin(at ticks: Int64) {
    (origin, count, next) = (ticks, 0, ticks)
  }

  /// Moves `next` past a packet of this duration, which counts as a frame's if it is within a tick of that.
  package mutating func advance(by duration: Int64?) {
    if let frame, let frameTicks, duration.map({ isRounded($0, frameTicks) }) ?? true {
      count += 1
      // Usually every packet has a decode time, which is an origin.
      if count == 1, let firstTicks {
        next = SteadyTicks.sum(origin, Int128(firstTicks))
      } else {
        next = SteadyTicks.sum(origin, (count * frame.numerator).divided(by: frame.denominator))
      }
    } else {
      begin(at: SteadyTicks.sum(next, Int128(max(duration ?? 0, 0))))
    }
  }

  /// Returns the start of the first of `count` frames that end at `end`; nil without a frame rate.
  package func start(of count: Int, endingAt end: Int64) -> Int64? {
    frame.map { SteadyTicks.sum(end, (Int128(-count) * $0.numerator).divided(by: $0.denominator)) }
  }

  private func isRounded(_ duration: Int64, _ frameTicks: Int64) -> Bool {
    (max(frameTicks, 1) - 1...frameTicks + 1).contains(duration)
  }

  /// Returns the sum, clamped to `Int64`.
  private static func sum(_ one: Int64, _ other: Int128) -> Int64 {
    Int64(clamping: Int128(one) + other)
  }
}

extension Int128 {
  /// Returns the quotient rounded to the nearest whole number. The divisor must be positive.
  fileprivate func divided(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = (2 * self + divisor).quotientAndRemainder(dividingBy: 2 * divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
