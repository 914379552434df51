import PlayheadMedia
import PlayheadTimekeeping

/// The numbers of frames at a constant frame rate.
package struct FrameCount: Sendable {
  private static let second: Int64 = 1_000_000_000

  package let rate: FrameRate
  /// The time from the start of the first frame to position zero, in nanoseconds.
  private let offset: Int64
  /// How many nanoseconds early a frame may start: timestamps are rounded to ticks, positions down.
  private let tolerance: Int64
  /// The number of the last frame, if the container declares the duration of the track.
  private let last: Int64?

  /// Creates a count whose first frame starts at a position, known to so many nanoseconds. Earlier frames are negative.
  package init(_ rate: FrameRate, from start: MediaTime = .zero, within tolerance: Int64 = 1) {
    self.rate = rate
    offset = start == .zero ? 0 : -start.nanoseconds(rounding: .toNearestOrEven)
    (self.tolerance, last) = (tolerance, nil)
  }

  /// Creates the count of a track with a constant rate, in a container with its time of position zero.
  package init?(of track: MediaTrack, in info: MediaInfo, from zero: MediaTime) {
    guard let rate = track.constantFrameRate else { return nil }
    self.rate = rate
    let start = track.startTicks.map(track.time(ofTicks:)) ?? zero
    offset = zero.subtracting(start)?.nanoseconds(rounding: .toNearestOrEven) ?? 0
    let tick = track.time(ofTicks: 1)
    let tolerance = max(tick.nanoseconds(rounding: .up) / 2, 1)
    self.tolerance = tolerance
    let declared = info.isDurationEstimated ? nil : track.durationTicks
    let length = declared.map(track.time(ofTicks:))?.nanoseconds(rounding: .down)
    last = length.map { max(FrameCount.count(in: $0.addingClamped(tolerance), at: rate) - 1, 0) }
  }

  /// Returns the number of the frame at a position, from 0. At the end, the last frame is still shown.
  package func shown(at position: MediaTime, isOver: Bool) -> Int64? {
    var number = number(at: position)
    if isOver { number = min(number, self.number(before: position)) }
    return number < 0 ? nil : last.map { min(number, $0) } ?? number
  }

  /// Returns the number of the frame at a position, from 0; negative before the first frame.
  package func number(at position: MediaTime) -> Int64 {
    FrameCount.count(in: nanoseconds(position).addingClamped(tolerance), at: rate)
  }

  /// Returns the position at which a frame starts, but not less than zero.
  package func position(of frame: Int64) -> MediaTime? {
    let time = MediaTime(ticks: frame, timebase: Timebase(rate.denominator, rate.numerator))
    let position = offset == 0 ? time : time.subtracting(.nanoseconds(offset), rounding: .up)
    return position.map { max($0, .zero) }
  }

  /// Returns the number of complete frames in a length of media time.
  package func count(in length: MediaTime) -> Int64 {
    FrameCount.count(in: length.nanoseconds(rounding: .down).addingClamped(tolerance), at: rate)
  }

  /// Returns the number of the last frame that starts before a position.
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
