import Glibc
import PlayheadTimekeeping

/// A date and time of the system clock.
package struct WallTime {
  /// Nanoseconds since 1970.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }
}

extension WallTime {
  /// Converts an instant of the host clock.
  package init(of instant: HostInstant, now: HostInstant) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let past = now.nanoseconds - instant.nanoseconds
    self.init(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - past)
  }

  /// Returns a later time, or nil after the year 2262.
  package func adding(nanoseconds more: Int64) -> WallTime? {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(more)
    return overflow ? nil : WallTime(nanoseconds: sum)
  }

  /// Appends the time by RFC 3339: `2026-01-31T12:00:00.000000Z`, or locally `2026-01-31T13:00:00.000000+01:00`.
  package func append(to bytes: inout [UInt8], isLocal: Bool = false) {
    let microseconds = nanoseconds / 1_000
    var seconds = Int(microseconds / 1_000_000)
    var parts = tm()
    _ = isLocal ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts)
    bytes.append(digits: UInt64(clamping: parts.tm_year + 1_900), atLeast: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: UInt64(clamping: parts.tm_mon + 1), atLeast: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: UInt64(clamping: parts.tm_mday), atLeast: 2)
    bytes.append(UInt8(ascii: "T"))
    let time = Int64(parts.tm_hour * 3_600 + parts.tm_min * 60 + parts.tm_sec)
    bytes.append(clock: .seconds(time), places: 0)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: UInt64(clamping: microseconds % 1_000_000), atLeast: 6)
    guard isLocal else { return bytes.append(UInt8(ascii: "Z")) }
    let minutes = parts.tm_gmtoff / 60
    bytes.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
    bytes.append(digits: UInt64(minutes.magnitude / 60), atLeast: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(digits: UInt64(minutes.magnitude % 60), atLeast: 2)
  }

  /// Appends the local time formatted by `strftime`, unless that needs more than 1,023 bytes.
  package func append(_ format: String, to bytes: inout [UInt8]) {
    var seconds = Int(nanoseconds / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { text in
      guard let start = text.baseAddress else { return }
      let length = strftime(start, text.count, format, &parts)
      for byte in text.prefix(length) { bytes.append(UInt8(bitPattern: byte)) }
    }
  }
}
