import CPlayheadSystem
import Glibc
import PlayheadArguments

/// A date and time on the command line.
///
/// Accepts a time of day such as `18:30` or `18:30:00.5` (the next time that the local clock shows it), a date and time
/// such as `2026-01-31T18:30:00Z`, with an offset such as `+02:00` or with none (local time), and seconds since 1970
/// such as `@1769880600.25`. Seconds may have a decimal comma, as some locales print them.
package enum WallTimeArgument {
  /// Parses a date and time, or the next such time of day after `now`, in nanoseconds since 1970.
  package static func parse(_ text: String, now: Int64) -> Int64? {
    if text.hasPrefix("@") {
      return nanoseconds(text.dropFirst())
    }
    if let today = parse(text, "%H:%M:%S") ?? parse(text, "%H:%M") {
      return next(today, after: now)
    }
    for format in ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"] {
      if let point = parse(text, format) { return point.nanoseconds }
    }
    return nil
  }

  private struct Point {
    var parts: tm
    /// A fraction of a second, in nanoseconds.
    var fraction: Int64
    /// Seconds east of Greenwich. Nil means local time.
    var offset: Int?

    var nanoseconds: Int64? {
      var parts = parts
      // For a day that the month does not have, `timegm` and `mktime` return a day of the next
      // month.
      let day = parts.tm_mday
      parts.tm_isdst = -1
      let seconds = offset.map { timegm(&parts) - $0 } ?? mktime(&parts)
      return parts.tm_mday == day ? nanoseconds(seconds) : nil
    }

    /// Returns a time in seconds plus `fraction` in nanoseconds since 1970; nil after the year 2262.
    func nanoseconds(_ seconds: Int) -> Int64? {
      Int64(exactly: Int128(seconds) * 1_000_000_000 + Int128(fraction))
    }
  }

  private static func parse(_ text: String, _ format: String) -> Point? {
    var parts = tm()
    parts.tm_mday = 1
    let rest: String? = text.withCString { start in
      strptime(start, format, &parts).map { String(cString: $0) }
    }
    guard var rest = rest?[...] else { return nil }
    var point = Point(parts: parts, fraction: 0, offset: nil)
    if rest.hasPrefix(".") || rest.hasPrefix(","), format.hasSuffix("%S") {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let fraction = nanoseconds("0." + digits) else { return nil }
      point.fraction = fraction
      rest = rest.dropFirst(1 + digits.count)
    }
    if format.hasPrefix("%Y"), !rest.isEmpty {
      guard let offset = offset(rest) else { return nil }
      point.offset = offset
      rest = ""
    }
    return rest.isEmpty ? point : nil
  }

  /// Parses `Z`, `+02:00` or `-0330`.
  private static func offset(_ text: some StringProtocol) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    let sign = text.hasPrefix("-") ? -1 : 1
    let digits = String(text.dropFirst().filter { $0 != ":" })
    guard text.hasPrefix("-") || text.hasPrefix("+"), digits.count == 4, let number = Int(digits),
      number >= 0, number / 100 <= 14, number % 100 < 60
    else { return nil }
    return sign * (number / 100 * 3_600 + number % 100 * 60)
  }

  /// Returns the next time that the local clock shows this time of day.
  private static func next(_ time: Point, after now: Int64) -> Int64? {
    var seconds = Int(now / 1_000_000_000)
    var day = tm()
    localtime_r(&seconds, &day)
    for days: Int32 in 0...1 {
      var point = time
      (point.parts.tm_year, point.parts.tm_mon) = (day.tm_year, day.tm_mon)
      var parts = point.parts
      parts.tm_mday = day.tm_mday + days
      parts.tm_isdst = -1
      guard let instant = point.nanoseconds(mktime(&parts)) else { return nil }
      if instant > now { return instant }
    }
    return nil
  }

  /// Parses a decimal number of seconds; nil beyond 292 years.
  private static func nanoseconds(_ text: some StringProtocol) -> Int64? {
    // Apart, because with nine decimals, as `date +%s.%N` prints them, both are more than 18 digits.
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), let whole = Decimal(parts[0]),
      let fraction = Decimal(parts.count == 2 ? "0." + parts[1] : "0"), whole.scale == 1
    else { return nil }
    let nanoseconds = Int128(fraction.digits) * 1_000_000_000 / Int128(fraction.scale)
    return Int64(exactly: Int128(whole.digits) * 1_000_000_000 + nanoseconds)
  }
}
