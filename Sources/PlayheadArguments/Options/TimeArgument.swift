import PlayheadTimekeeping

/// A time on the command line: `90`, `1:30`, `01:02:03.5`, `01:02:03,500` (as in SRT files), `1h2m3s` or `250ms`.
///
/// The value is exact. A text with more precision than a nanosecond is refused.
package enum TimeArgument {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
    ("us", 1_000), ("ns", 1),
  ]

  /// The greatest position of a player in nanoseconds, so that the sum of two times is a time.
  private static let greatest: Int128 = 1 << 62

  /// Returns nil if the text is not a time, or if the time is longer than 146 years.
  package static func parse(_ text: some StringProtocol) -> MediaTime? {
    let nanoseconds =
      if text.contains(":") {
        clockTime(text)
      } else if text.last?.isLetter == true {
        unitTime(text)
      } else {
        decimal(text, of: 1_000_000_000)
      }
    guard let nanoseconds, nanoseconds < greatest else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Returns nil if the text is not a time above zero.
  package static func positive(_ text: String) -> MediaTime? {
    parse(text).flatMap { $0 > .zero ? $0 : nil }
  }

  /// Returns a time that may begin with a hyphen and is negative then; nil for any other text.
  package static func signed(_ text: String) -> MediaTime? {
    text.hasPrefix("-") ? parse(text.dropFirst())?.multiplied(by: -1) : parse(text)
  }

  /// Returns a delay of at most ten seconds, which may be negative; nil for any other text.
  package static func delay(_ text: String) -> Duration? {
    let limits = MediaTime.seconds(-10)...MediaTime.seconds(10)
    guard let time = signed(text), limits.contains(time) else { return nil }
    return .nanoseconds(time.nanoseconds(rounding: .toNearestOrEven))
  }

  /// Parses `M:S` and `H:M:S`. Minutes after hours, and seconds, must be below 60.
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

  /// Replaces the comma in the seconds of an SRT time, `03,500`, by a point.
  private static func withPoint(_ seconds: some StringProtocol) -> String {
    let parts = seconds.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 2, parts[1].count == 3, !seconds.contains(".") else {
      return String(seconds)
    }
    return parts.joined(separator: ".")
  }

  /// Parses `1h2m3.5s`: each unit occurs at most once, and larger units come first.
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

  /// Parses a decimal number of units of so many nanoseconds; nil unless that is a whole number of nanoseconds.
  private static func decimal(_ text: some StringProtocol, of unit: Int64) -> Int128? {
    guard let number = Decimal(text) else { return nil }
    let (quotient, remainder) = (Int128(number.digits) * Int128(unit))
      .quotientAndRemainder(dividingBy: Int128(number.scale))
    return remainder == 0 ? quotient : nil
  }
}

/// A decimal number without a sign, equal to `digits / scale`.
package struct Decimal {
  package let digits: Int64
  /// A power of ten.
  package let scale: Int64

  /// Parses at most 18 digits with at most one decimal point anywhere.
  package init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let all = parts.joined()
    guard parts.count <= 2, (1...18).contains(all.count),
      all.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    digits = all.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    scale = (parts.count == 2 ? parts[1] : parts[0].suffix(0)).reduce(1) { scale, _ in scale * 10 }
  }
}
