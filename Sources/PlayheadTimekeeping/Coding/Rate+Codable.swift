extension Rate: Codable {
  /// Creates the simplest rate that is the decoded number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Double.self)
    guard let rate = Rate(simplest: number) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(number) is no rate")
    }
    self = rate
  }

  /// Encodes the rate as the nearest `Double`, as in `1.5`. Decoding restores the fraction if its
  /// numerator times its denominator is less than 2⁵².
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(doubleValue)
  }

  /// Creates the first convergent of the continued fraction whose nearest `Double` is the number, if it fits.
  private init?(simplest number: Double) {
    guard number == 0 || (0x1p-31...0x1p31).contains(number) else { return nil }
    // The number as an exact fraction: 53 significant bits from 2⁻³¹ on.
    var (dividend, divisor) = (Int128(number * 0x1p83), Int128(1) << 83)
    var (last, current) = ((numerator: Int128(0), denominator: Int128(1)), (Int128(1), Int128(0)))
    while divisor != 0 {
      let (whole, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
      (last, current) = (
        current, (whole * current.0 + last.numerator, whole * current.1 + last.denominator)
      )
      guard let numerator = Int32(exactly: current.0), let denominator = Int32(exactly: current.1)
      else { return nil }
      if Double(numerator) / Double(denominator) == number {
        self.init(numerator, denominator)
        return
      }
      (dividend, divisor) = (divisor, rest)
    }
    return nil
  }
}
