/// The values of ffmpeg's options and filters.
enum FFmpegNumber {
  /// Returns a length in seconds: `[-][HH:]MM:SS[.m]`, or `[-]S[.m]` with `s`, `ms`, `us` or no unit.
  static func seconds(_ text: some StringProtocol) -> Double? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...])
      .split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let units: [(String, Double)] = [("ms", 1e-3), ("us", 1e-6), ("s", 1), ("", 1)]
    guard
      let unit = units.first(where: { last.hasSuffix($0.0) && ($0.0.isEmpty || parts.count == 1) }),
      let rest = plain(last.dropLast(unit.0.utf8.count))
    else { return nil }
    var total = 0.0
    for part in parts.dropLast() {
      guard let value = plain(part), !part.contains(".") else { return nil }
      total = (total + value) * 60
    }
    total += rest * unit.1
    return isNegative ? -total : total
  }

  /// Returns a positive rate in frames per second: a number, a fraction, or a name such as `ntsc`.
  static func rate(_ text: some StringProtocol) -> Double? {
    let names = [
      "ntsc": 30_000.0 / 1_001, "pal": 25, "qntsc": 30_000.0 / 1_001, "qpal": 25,
      "sntsc": 30_000.0 / 1_001, "spal": 25, "film": 24, "ntsc-film": 24_000.0 / 1_001,
    ]
    if let rate = names[String(text)] { return rate }
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "/" || $0 == ":" })
    guard let first = parts.first.flatMap({ plain($0) }), first > 0 else { return nil }
    guard parts.count == 2 else { return first }
    return plain(parts[1]).flatMap { $0 > 0 ? first / $0 : nil }
  }

  /// Returns a whole number of things, as in `100`.
  static func count(_ text: some StringProtocol) -> Double? {
    Int64(text).flatMap { $0 >= 0 ? Double($0) : nil }
  }

  /// Returns a number of digits and at most one point, without a sign.
  static func plain(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) else {
      return nil
    }
    return Double(text)
  }
}
