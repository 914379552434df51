import Glibc

/// Returns a number rounded to a number of decimals.
package func fixed(_ value: Double, _ places: Int32) -> String {
  var text = [CChar](repeating: 0, count: 400)
  let length = withVaList([places, value]) { vsnprintf(&text, text.count, "%.*f", $0) }
  return String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}
