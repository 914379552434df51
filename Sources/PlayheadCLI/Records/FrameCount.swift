import PlayheadKit

/// Counts the frames of a constant frame rate.
struct FrameCount: Sendable {
  private static let second: Int64 = 1_000_000_000

  let rate: FrameRate
  /// Position zero, counted from the first frame, in nanoseconds.
  private let offset: Int64
  /// By how much a frame may be due before its exact time, in nanoseconds: timestamps are rounded
  /// to whole ticks, positions down to nanoseconds.
  private let tolerance: Int64
  /// Of the last frame, where the container tells how long the track is.
  private let last: Int64?

  /// Frames from position zero on.
  init(_ rate: FrameRate) {
    self.rate = rate
    (offset, tolerance, last) = (0, 1, nil)
  }

  /// The frames of a track, where a position of zero is `zero` on the container's clock; nil where
  /// their rate is not constant.
  init?(of track: Track, in info: MediaInfo, from zero: MediaTime) {
    guard let rate = track.constantFrameRate else { return nil }
    self.rate = rate
    let start = track.startTicks.map(track.time(ofTicks:)) ?? zero
    offset = zero.subtracting(start)?.nanoseconds(rounding: .toNearestOrEven) ?? 0
    let tick = track.time(ofTicks: 1)
    let tolerance = max(tick.nanoseconds(rounding: .up) / 2, 1)
    self.tolerance = tolerance
    let declared = info.isDurationReckoned ? nil : track.durationTicks
    let length = declared.map(track.time(ofTicks:))?.nanoseconds(rounding: .down)
    // The length of all frames is the last one's end.
    last = length.map { max(FrameCount.count(in: $0.addingClamped(tolerance), at: rate) - 1, 0) }
  }

  /// The number of the frame that is shown, from 0; nil before the first.
  func shown(at position: MediaTime, isOver: Bool) -> Int64? {
    var number = number(at: position)
    if isOver { number = min(number, self.number(before: position)) }
    return number < 0 ? nil : last.map { min(number, $0) } ?? number
  }

  /// How many whole frames lie between the first frame and a position; negative before it.
  func number(at position: MediaTime) -> Int64 {
    FrameCount.count(in: nanoseconds(position).addingClamped(tolerance), at: rate)
  }

  /// Where a frame begins, counted from position zero; never negative.
  func position(of frame: Int64) -> MediaTime? {
    let time = MediaTime(ticks: frame, timebase: Timebase(rate.denominator, rate.numerator))
    let position = offset == 0 ? time : time.subtracting(.nanoseconds(offset), rounding: .up)
    return position.map { max($0, .zero) }
  }

  /// How many whole frames a length holds.
  func count(in length: MediaTime) -> Int64 {
    FrameCount.count(in: length.nanoseconds(rounding: .down).addingClamped(tolerance), at: rate)
  }

  /// Of the last frame that begins before a position.
  private func number(before position: MediaTime) -> Int64 {
    FrameCount.count(in: nanoseconds(position).addingClamped(-tolerance - 1), at: rate)
  }

  private func nanoseconds(_ position: MediaTime) -> Int64 {
    position.nanoseconds(rounding: .down).addingClamped(offset)
  }

  private static func count(in nanoseconds: Int64, at rate: FrameRate) -> Int64 {
    let (quotient, remainder) = (Int128(nanoseconds) * Int128(rate.numerator))
      .quotientAndRemainder(dividingBy: Int128(rate.denominator) * Int128(second))
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    Int64(clamping: Int128(self) + Int128(other))
  }
}
