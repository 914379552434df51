import Glibc
import PlayheadKit

/// A time of the calendar.
struct WallTime {
  /// Since 1970, in nanoseconds.
  let nanoseconds: Int64

  /// When it was `instant` on the host clock.
  init(of instant: HostInstant, now: HostInstant) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let past = now.nanoseconds - instant.nanoseconds
    self.init(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - past)
  }

  init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// So much later; nil beyond the year 2262.
  func adding(nanoseconds more: Int64) -> WallTime? {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(more)
    return overflow ? nil : WallTime(nanoseconds: sum)
  }

  /// As RFC 3339 writes it, in UTC: `2026-01-31T12:00:00.000000Z`.
  func append(to bytes: inout [UInt8]) {
    let microseconds = nanoseconds / 1_000
    var seconds = Int(microseconds / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    bytes.append(digits: UInt64(clamping: parts.tm_year + 1_900), atLeast: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: UInt64(clamping: parts.tm_mon + 1), atLeast: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: UInt64(clamping: parts.tm_mday), atLeast: 2)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(clock: Int64(parts.tm_hour * 3_600 + parts.tm_min * 60 + parts.tm_sec))
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: UInt64(clamping: microseconds % 1_000_000), atLeast: 6)
    bytes.append(UInt8(ascii: "Z"))
  }
}
