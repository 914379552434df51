import Glibc
import PlayheadKit

/// A time of the calendar, to the microsecond.
struct WallTime {
  private let seconds: Int
  private let microseconds: Int

  /// When it was `instant` on the host clock.
  init(of instant: HostInstant, now: HostInstant) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let past = Int(now.nanoseconds - instant.nanoseconds)
    let nanoseconds = time.tv_sec * 1_000_000_000 + time.tv_nsec - past
    seconds = nanoseconds / 1_000_000_000
    microseconds = nanoseconds % 1_000_000_000 / 1_000
  }

  /// As RFC 3339 writes it, in UTC: `2026-01-31T12:00:00.000000Z`.
  var text: String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: some BinaryInteger, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    let date = "\(padded(parts.tm_year + 1_900, 4))-\(padded(parts.tm_mon + 1, 2))"
    let time = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
    return "\(date)-\(padded(parts.tm_mday, 2))T\(time).\(padded(microseconds, 6))Z"
  }
}
