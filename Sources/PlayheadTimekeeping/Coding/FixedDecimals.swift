/// Returns a number rounded to a number of decimals. One that rounds to zero has no sign.
package func fixed(_ value: Double, _ places: Int32) -> String {
  let digits = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) {
    Array(PrintedNumber.write([places, value], as: "%.*f", to: $0))
  }
  let isZero = digits.allSatisfy("-0.".utf8.contains)
  return String(
    decoding: isZero ? digits.drop { $0 == UInt8(ascii: "-") } : digits[...], as: UTF8.self)
}
