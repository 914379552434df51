import PlayheadKit

extension MediaTime {
  /// Returns the seconds with this number of decimal places (up to 9), truncated so that a future
  /// position is never reported.
  func decimalText(places: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(seconds: self, places: places)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PlayheadProgress {
  /// Divides the duration into this many parts, and returns how many of them have been played.
  /// Returns `parts` only at the end, and nil if the duration is unknown.
  func wholeShares(outOf parts: Int64) -> Int64? {
    if state == .ended { return parts }
    guard let duration, duration.time > .zero else { return nil }
    let played = Int128(position.nanoseconds(rounding: .down)) * Int128(parts)
    let shares = Int64(clamping: played / Int128(duration.time.nanoseconds(rounding: .up)))
    return duration.isExact && position >= duration.time ? parts : min(max(shares, 0), parts - 1)
  }
}

/// Returns a number of tenths or millionths as text, with 1 or 6 decimal places.
func shareText(_ parts: Int64, places: Int) -> String {
  let time = MediaTime(ticks: parts, timebase: places == 1 ? Timebase(1, 10) : .microseconds)
  return time.decimalText(places: places)
}
