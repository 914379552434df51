extension Int128 {
  /// Returns the quotient rounded to a whole number by `rule`. `divisor` must be positive.
  package func divided(by divisor: Int128, rounding rule: FloatingPointRoundingRule) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return quotient }
    let away: Int128 = remainder < 0 ? quotient - 1 : quotient + 1
    let half = divisor - remainder.magnitudeSigned
    switch rule {
    case .towardZero: return quotient
    case .awayFromZero: return away
    case .down: return remainder < 0 ? away : quotient
    case .up: return remainder < 0 ? quotient : away
    case .toNearestOrAwayFromZero: return remainder.magnitudeSigned >= half ? away : quotient
    case .toNearestOrEven:
      if remainder.magnitudeSigned == half { return quotient % 2 == 0 ? quotient : away }
      return remainder.magnitudeSigned > half ? away : quotient
    @unknown default: return quotient
    }
  }

  private var magnitudeSigned: Int128 { self < 0 ? -self : self }
}

func greatestCommonDivisor(_ one: Int64, _ two: Int64) -> Int64 {
  var (larger, smaller) = (one, two)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}

extension Int64 {
  /// Creates the nearest whole number, clamped to `Int64`.
  package init(nearest value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}

extension SignedInteger {
  /// Returns the greatest common divisor, zero only for zeros. Neither may be the least number of its type.
  package func greatestCommonDivisor(with other: Self) -> Self {
    var (larger, smaller) = (self, other)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return abs(larger)
  }

  /// Returns the least number that both divide. Both must be positive.
  package func leastCommonMultiple(with other: Self) -> Self {
    self / greatestCommonDivisor(with: other) * other
  }
}
