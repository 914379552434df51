import Glibc

/// Returns a number rounded to a number of decimals. One that rounds to zero has no sign.
package func fixed(_ value: Double, _ places: Int32) -> String {
  var text = [CChar](repeating: 0, count: 400)
  let length = withVaList([places, value]) { vsnprintf(&text, text.count, "%.*f", $0) }
  let digits = text.prefix(Int(length)).map(UInt8.init(bitPattern:))
  let isZero = digits.allSatisfy("-0.".utf8.contains)
  return String(
    decoding: isZero ? digits.drop { $0 == UInt8(ascii: "-") } : digits[...], as: UTF8.self)
}
