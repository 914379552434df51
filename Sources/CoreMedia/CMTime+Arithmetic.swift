import PlayheadTimekeeping

/// How a time is rounded to a timescale.
@nonexhaustive
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest unit, halves away from zero: the default.
  case roundHalfAwayFromZero = 1
  /// Toward zero.
  case roundTowardZero
  /// Away from zero.
  case roundAwayFromZero
  /// Toward zero for a smaller timescale, otherwise away from it; a negative time never becomes zero.
  case quickTime
  /// Up.
  case roundTowardPositiveInfinity
  /// Down.
  case roundTowardNegativeInfinity

  /// To the nearest unit, halves away from zero.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero

  fileprivate func rule(to scale: CMTimeScale, from old: CMTimeScale) -> FloatingPointRoundingRule {
    switch self {
    case .roundHalfAwayFromZero: .toNearestOrAwayFromZero
    case .roundTowardZero: .towardZero
    case .roundAwayFromZero: .awayFromZero
    case .quickTime: scale < old ? .towardZero : .awayFromZero
    case .roundTowardPositiveInfinity: .up
    case .roundTowardNegativeInfinity: .down
    }
  }
}

extension CMTime {
  /// Returns the time in another timescale; an infinity if it does not fit, unchanged if it is not a
  /// number, invalid if the timescale is not positive.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    if newTimescale == timescale { return self }
    var result = CMTime(
      Int128(value), over: Int128(timescale), at: newTimescale, isRounded: hasBeenRounded,
      by: method.rule(to: newTimescale, from: timescale), halves: false)
    if method == .quickTime, value < 0, result.value == 0, result.isNumeric { result.value = -1 }
    if result.isNumeric { result.epoch = epoch }
    return result
  }

  /// Returns the sum.
  ///
  /// Its timescale is the least common multiple of both, or the greatest timescale if that is less, and
  /// is halved until the value fits; beyond that the sum is infinite. Without a number, the sum is
  /// invalid if a time is invalid or both are opposite infinities, else infinite, else indefinite. The sum
  /// of two different epochs other than 0 is invalid, and that of two times of an epoch has the epoch 0.
  public static func + (one: CMTime, other: CMTime) -> CMTime { one.plus(other, sign: 1) }

  /// Returns the difference, by the rules of `+`.
  public static func - (one: CMTime, other: CMTime) -> CMTime { one.plus(other, sign: -1) }

  /// Adds a time.
  public static func += (one: inout CMTime, other: CMTime) { one = one + other }
  /// Subtracts a time.
  public static func -= (one: inout CMTime, other: CMTime) { one = one - other }

  private static func notNumericSum(_ one: CMTime, _ other: CMTime) -> CMTime {
    let both = [one, other]
    let (isUp, isDown) = (both.contains(.positiveInfinity), both.contains(.negativeInfinity))
    if both.contains(.invalid) || isUp && isDown { return .invalid }
    return isUp ? .positiveInfinity : isDown ? .negativeInfinity : .indefinite
  }

  private func plus(_ other: CMTime, sign: Int128) -> CMTime {
    guard isNumeric, other.isNumeric else {
      return Self.notNumericSum(self, sign < 0 ? other.negated : other)
    }
    guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
    let (first, second) = (Int64(timescale), Int64(other.timescale))
    let common = first.leastCommonMultiple(with: second)
    let units =
      Int128(value) * Int128(common / first) + sign * Int128(other.value) * Int128(common / second)
    var sum = CMTime(
      units, over: Int128(common), at: Int32(clamping: common),
      isRounded: hasBeenRounded || other.hasBeenRounded)
    if sum.isNumeric, epoch != other.epoch { sum.epoch = epoch == 0 ? other.epoch : epoch }
    return sum
  }

  /// Creates a time of a fraction of seconds. If it does not fit, the timescale is halved, or the time infinite.
  init(
    _ numerator: Int128, over denominator: Int128, at timescale: CMTimeScale, isRounded: Bool,
    by rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero, halves: Bool = true
  ) {
    var scale = timescale
    while true {
      let units = numerator * Int128(scale)
      if let value = Int64(exactly: units.divided(by: denominator, rounding: rule)) {
        self.init(value: value, timescale: scale)
        if isRounded || Int128(value) * denominator != units { flags.insert(.hasBeenRounded) }
        return
      }
      if scale == 1 || !halves {
        self = numerator < 0 ? .negativeInfinity : .positiveInfinity
        return
      }
      scale /= 2
    }
  }

  /// An infinity with the other sign; other times unchanged.
  fileprivate var negated: CMTime {
    isPositiveInfinity ? .negativeInfinity : isNegativeInfinity ? .positiveInfinity : self
  }

  fileprivate func multiplied(by multiplier: Int32, over divisor: Int32) -> CMTime {
    guard isNumeric else { return (multiplier < 0) == (divisor < 0) ? self : negated }
    let sign = Int64(value.signum()) * Int64(multiplier.signum())
    if divisor == 0 {
      return sign == 0 ? .invalid : sign < 0 ? .negativeInfinity : .positiveInfinity
    }
    let common = Int64(multiplier).greatestCommonDivisor(with: Int64(divisor))
    let product = Int128(value) * Int128(Int64(multiplier) / common * Int64(divisor.signum()))
    let length = Int64(divisor.magnitude) / common
    // The fraction is not reduced unless its parts are too long, as Apple's.
    var scale = Int64(timescale) * length
    if Int32(exactly: scale) == nil || Int64(exactly: product) == nil {
      scale /= length.greatestCommonDivisor(with: Int64(product % Int128(length)))
    }
    var result = CMTime(
      product, over: Int128(length) * Int128(timescale), at: Int32(clamping: scale),
      isRounded: hasBeenRounded)
    result.epoch = result.isNumeric ? epoch : 0
    return result
  }
}

/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// Returns the time in another timescale.
public func CMTimeConvertScale(
  _ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod
) -> CMTime { time.convertScale(timescale, method: method) }
/// Returns a multiple of a time. The timescale is halved until the value fits.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: 1)
}
/// Returns a time multiplied by a fraction. The product is exact if its timescale fits. With the divisor 0
/// it is infinite, or invalid if another part is 0.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: divisor)
}
/// Returns a time multiplied by a number, in a timescale of at least 65536 unless it does not fit.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  guard time.isNumeric, !multiplier.isNaN else {
    return multiplier.isNaN ? .invalid : multiplier < 0 ? time.negated : time
  }
  var scale = time.timescale
  while scale < 65_536 { scale *= 2 }
  let product = Double(time.value) * multiplier
  if product.isNaN { return .invalid }
  while true {
    // The ratio of the timescales is exact unless the product is so long that the timescale is halved.
    let units = product * (Double(scale) / Double(time.timescale))
    if let value = Int64(exactly: units.rounded()) {
      var result = CMTimeMakeWithEpoch(value: value, timescale: scale, epoch: time.epoch)
      if time.hasBeenRounded || Double(value) != units { result.flags.insert(.hasBeenRounded) }
      return result
    }
    if scale == 1 || units.isInfinite { return units < 0 ? .negativeInfinity : .positiveInfinity }
    scale /= 2
  }
}
/// Returns the time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  if time.isNegativeInfinity { return .positiveInfinity }
  return time.isNumeric && time.value < 0 ? CMTimeMultiply(time, multiplier: -1) : time
}
