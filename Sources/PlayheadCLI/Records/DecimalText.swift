import PlayheadKit

extension MediaTime {
  /// Seconds with so many decimals (up to 9), truncated: a point that has been passed is told,
  /// never one still to come.
  func decimalText(places: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(seconds: self, places: places)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PlayheadProgress {
  /// How many whole parts of the duration lie behind the playhead, where it has `parts` of them;
  /// all of them at the end only. Nil where no duration is known.
  func wholeShares(outOf parts: Int64) -> Int64? {
    if state == .ended { return parts }
    guard let duration, duration.time > .zero else { return nil }
    let played = Int128(position.nanoseconds(rounding: .down)) * Int128(parts)
    let shares = Int64(clamping: played / Int128(duration.time.nanoseconds(rounding: .up)))
    return duration.isExact && position >= duration.time ? parts : min(max(shares, 0), parts - 1)
  }
}

/// A share with so many decimals, given in the parts that those count.
func shareText(_ parts: Int64, places: Int) -> String {
  let time = MediaTime(ticks: parts, timebase: places == 1 ? Timebase(1, 10) : .microseconds)
  return time.decimalText(places: places)
}
