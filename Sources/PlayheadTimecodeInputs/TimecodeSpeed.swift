import PlayheadMedia
import PlayheadTimecode
import PlayheadTimekeeping

/// Speeds of timecode in millionths, measured between two sightings.
package enum TimecodeSpeed {
  package static let normal: Int64 = 1_000_000
  /// The speeds that a frame may show: half and double, with their wobble.
  package static let possible: ClosedRange<Int64> = 400_000...2_600_000

  /// Returns the speed at which quarter frames have passed in nanoseconds; both are positive.
  package static func measured(_ quarters: Int64, in elapsed: Int128, at rate: TimecodeRate)
    -> Int64
  {
    let length = Int128(rate.frame.numerator) * 1_000_000_000
    let distance = Int128(quarters) * length * Int128(normal)
    return Int64(clamping: distance / max(4 * Int128(rate.frame.denominator) * elapsed, 1))
  }

  /// Returns the quarter frames that pass at a speed, in thousandths.
  package static func distance(_ speed: Int64, in elapsed: Int128, at rate: TimecodeRate) -> Int128
  {
    let length = Int128(rate.frame.numerator) * 1_000_000
    return elapsed * Int128(speed) * 4 * Int128(rate.frame.denominator) / (length * Int128(normal))
  }
}

extension TimecodeRate {
  /// The rates that timecode may have, the usual ones first.
  package static let all: [TimecodeRate] = [
    (25, 1, false), (30, 1, false), (24, 1, false), (30_000, 1_001, true),
    (30_000, 1_001, false), (24_000, 1_001, false),
  ].compactMap { numerator, denominator, drops in
    FrameRate(numerator, denominator).flatMap { TimecodeRate(carrying: $0, isDropFrame: drops) }
  }

  /// Returns the rates that timecode of a frame rate may have; all of them for nil, or for one that it cannot have.
  package static func all(at rate: FrameRate?) -> [TimecodeRate] {
    let frame = rate.flatMap { TimecodeRate(carrying: $0)?.frame }
    return frame.map { frame in all.filter { $0.frame == frame } } ?? all
  }

  /// The quarter frames of a day.
  package var day: Int64 { base.framesPerTenMinutes * 144 * 4 }

  /// Returns the quarter frames from a place to another one, on the shorter way around the day.
  package func way(from one: Int64, to other: Int64) -> Int64 {
    let way = (other - one) % day
    return way > day / 2 ? way - day : way < -day / 2 ? way + day : way
  }

  /// Returns the position at a place: the time since `00:00:00:00`.
  package func position(at place: Int64) -> MediaTime {
    let rest = place % day
    return TimecodeCounter(self).step(partsPerFrame: 4).multiplied(by: rest < 0 ? rest + day : rest)
      ?? .zero
  }

  /// Returns the rate at which the speed of ordered sightings is nearest to normal; nil if they fit no rate. If their
  /// instants are not exact, it is the first rate that they fit.
  package static func rate(
    of sightings: [TimecodeSighting], among rates: [TimecodeRate], isExact: Bool
  ) -> TimecodeRate? {
    guard let first = sightings.first, let last = sightings.last else { return nil }
    let elapsed = last.signalInstant.nanoseconds(after: first.signalInstant)
    let candidates = rates.compactMap { rate -> (rate: TimecodeRate, distance: Double)? in
      guard elapsed > 0, let way = rate.way(through: sightings) else { return nil }
      let speed = TimecodeSpeed.measured(way, in: elapsed, at: rate)
      guard TimecodeSpeed.possible.contains(speed) else { return nil }
      // Half and double are equally far.
      let ratio = Double(speed) / Double(TimecodeSpeed.normal)
      let distance = (max(ratio, 1 / ratio) - 1) * Double(TimecodeSpeed.normal)
      return (rate, isExact ? distance : 0)
    }
    return candidates.min { $0.distance < $1.distance }?.rate
  }

  /// Returns the quarter frames that sightings pass; nil if one does not follow the one before within two frames.
  package func way(through sightings: [TimecodeSighting]) -> Int64? {
    let places = sightings.compactMap { $0.quarterFrame(in: base) }
    guard places.count == sightings.count, let motion = sightings.first?.motion,
      motion != .none, sightings.allSatisfy({ $0.motion == motion })
    else { return nil }
    var sum: Int64 = 0
    for (one, other) in zip(places, places.dropFirst()) {
      let way = way(from: one, to: other) * (motion == .forward ? 1 : -1)
      guard (1...8).contains(way) else { return nil }
      sum += way
    }
    return sum
  }
}

extension HostInstant {
  /// Returns the nanoseconds since an instant; negative if it is later.
  package func nanoseconds(after earlier: HostInstant) -> Int128 {
    Int128(nanoseconds) - Int128(earlier.nanoseconds)
  }
}
