import PlayheadArguments
import PlayheadMedia

/// A frame rate on the command line: `25`, `29.97`, `23.976` or `30000/1001`.
enum FrameRateArgument {
  /// Parses a frame rate that timecode can count: a whole number from 1 to 120, or 1000/1001 times that.
  static func parse(_ text: String) -> FrameRate? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = Decimal(parts[0]),
      let second = Decimal(parts.count == 2 ? parts[1] : "1"), second.digits > 0
    else { return nil }
    let value =
      Double(first.digits) / Double(first.scale) * Double(second.scale) / Double(second.digits)
    guard value > 0, value <= 120 else { return nil }
    let nominal = value.rounded(.up)
    // 30000/1001 and 24000/1001 are commonly written as 29.97 and 23.98.
    if value == value.rounded() { return FrameRate(Int32(value), 1) }
    return abs(value - nominal * 1_000 / 1_001) < 0.006
      ? FrameRate(Int32(nominal) * 1_000, 1_001) : nil
  }
}
