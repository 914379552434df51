import PlayheadTimekeeping

/// What the command's records show of a value.
extension PlayheadProgress {
  /// Returns how many of so many equal parts were played: all only at the end, nil if the duration is unknown.
  package func wholeShares(outOf parts: Int64) -> Int64? {
    if state == .ended { return parts }
    guard let duration, duration.time > .zero else { return nil }
    let played = Int128(position.nanoseconds(rounding: .down)) * Int128(parts)
    let shares = Int64(clamping: played / Int128(duration.time.nanoseconds(rounding: .up)))
    return duration.isExact && position >= duration.time ? parts : min(max(shares, 0), parts - 1)
  }

  /// The media time from the position to the end; nil if no duration is known.
  package var remaining: MediaTime? {
    guard let duration = duration?.time else { return nil }
    // Rounding up could make it longer than the total.
    return duration.subtracting(position, rounding: .up)
      .map { min(max($0, .zero), duration) }
  }

  /// The uncertainty in whole microseconds, rounded up; nil for a `Player`.
  package var microsecondsOfUncertainty: Int64? {
    guard let uncertainty = uncertainty.flatMap({ MediaTime($0) }) else { return nil }
    let (whole, rest) = uncertainty.nanoseconds(rounding: .up).quotientAndRemainder(
      dividingBy: 1_000)
    return rest > 0 ? whole + 1 : whole
  }

  /// Nanoseconds of host time until the end at the current rate.
  package var remainingHostNanoseconds: Int64? { remainingHostNanoseconds(at: rate) }

  /// Returns the nanoseconds of host time until the end at a rate.
  package func remainingHostNanoseconds(at rate: Rate) -> Int64? {
    guard let remaining, !rate.isPaused else { return nil }
    let nanoseconds =
      Int128(remaining.nanoseconds(rounding: .up)) * Int128(rate.denominator)
      / Int128(rate.numerator)
    return Int64(exactly: nanoseconds)
  }
}

extension Boundary {
  /// The kinds of the boundary as in records: `frame`, `keyframe`, `chapter`, `25%`, `time`, `cue`, joined by `+`.
  package var text: String {
    var parts: [String] = []
    switch frame {
    case .keyframe: parts.append("keyframe")
    case .other: parts.append("frame")
    case nil: break
    }
    if chapter != nil { parts.append("chapter") }
    if let percentage {
      parts.append("\(Int(exactly: percentage).map { "\($0)" } ?? "\(percentage)")%")
    }
    if isGivenTime { parts.append("time") }
    if isCue { parts.append("cue") }
    return parts.joined(separator: "+")
  }
}
