import Timekeeping

/// A time as people write it: `90`, `1:30`, `01:02:03.5`, `01:02:03,500` (as in SRT files),
/// `1h2m3s`, `250ms`. Exact to the nanosecond; more decimals than that are no time.
enum TimeArgument {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
    ("us", 1_000), ("ns", 1),
  ]

  /// Nil where the text is no time, or one beyond 292 years.
  static func parse(_ text: some StringProtocol) -> MediaTime? {
    let nanoseconds =
      if text.contains(":") {
        clockTime(text)
      } else if text.last?.isLetter == true {
        unitTime(text)
      } else {
        decimal(text, of: 1_000_000_000)
      }
    return nanoseconds.flatMap(Int64.init(exactly:)).map(MediaTime.nanoseconds)
  }

  /// `M:S` and `H:M:S`: minutes and seconds below 60 where something stands before them.
  private static func clockTime(_ text: some StringProtocol) -> Int128? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last,
      case let seconds = parts.count == 3 ? withPoint(last) : String(last),
      let secondsPart = decimal(seconds, of: 1_000_000_000), secondsPart < 60_000_000_000
    else { return nil }
    var minutes: Int128 = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard let number = decimal(part, of: 1), index == 0 || number < 60 else { return nil }
      minutes = minutes * 60 + number
    }
    return minutes * 60_000_000_000 + secondsPart
  }

  /// The seconds of SRT's times, `03,500`, with a point; others as they are.
  private static func withPoint(_ seconds: some StringProtocol) -> String {
    let parts = seconds.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 2, parts[1].count == 3, !seconds.contains(".") else {
      return String(seconds)
    }
    return parts.joined(separator: ".")
  }

  /// `1h2m3.5s`: each unit at most once, the greater before the smaller.
  private static func unitTime(_ text: some StringProtocol) -> Int128? {
    var rest = Substring(text)
    var sum: Int128 = 0
    var remaining = units[...]
    while !rest.isEmpty {
      let number = rest.prefix { $0.isWholeNumber || $0 == "." }
      rest = rest.dropFirst(number.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let index = remaining.firstIndex(where: { $0.name == name }),
        let part = decimal(number, of: remaining[index].nanoseconds)
      else { return nil }
      sum += part
      remaining = remaining[(index + 1)...]
    }
    return sum
  }

  /// A decimal number of units of so many nanoseconds; nil where it is none, or not whole.
  private static func decimal(_ text: some StringProtocol, of unit: Int64) -> Int128? {
    guard let number = Decimal(text) else { return nil }
    let (quotient, remainder) = (Int128(number.digits) * Int128(unit))
      .quotientAndRemainder(dividingBy: Int128(number.scale))
    return remainder == 0 ? quotient : nil
  }
}

/// A number as it is written in decimals, without a sign: `digits / scale`.
struct Decimal {
  let digits: Int64
  /// A power of ten.
  let scale: Int64

  /// Nil where the text is not digits with at most one point among or around them, or has more
  /// than 18 of them.
  init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let all = parts.joined()
    guard parts.count <= 2, (1...18).contains(all.count),
      all.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    digits = all.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    scale = (parts.count == 2 ? parts[1] : parts[0].suffix(0)).reduce(1) { scale, _ in scale * 10 }
  }
}
