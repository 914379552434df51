import Glibc
import PlayheadFormatting
import PlayheadTimekeeping

/// Notices that the system clock was set, and that the machine slept.
struct SystemClockWatch {
  /// Three clocks at once, in nanoseconds.
  struct Reading {
    /// The host clock, which stops while the machine sleeps.
    var host: Int64
    /// The time since the machine was started.
    var boot: Int64
    /// The system clock.
    var system: Int64
  }

  /// A lesser difference has other reasons.
  private static let least: Int64 = 100_000_000
  /// The system clock may be corrected by this part of the time, as a divisor.
  private static let slewDivisor: Int64 = 10
  /// In this time, the clocks are read at once.
  fileprivate static let greatestTime: Int64 = 20_000_000

  private var last: Reading?

  /// Returns the events since the last reading, in words; those of the system clock only if it is used.
  mutating func compare(_ reading: Reading, usesSystemClock: Bool) -> [String] {
    defer { last = reading }
    guard let last else { return [] }
    let host = reading.host &- last.host
    let slept = reading.boot &- last.boot &- host
    let change = reading.system &- last.system &- (reading.boot &- last.boot)
    var lines: [String] = []
    if slept > Self.least { lines.append("the machine slept for \(Self.seconds(slept))") }
    if usesSystemClock, change.magnitude > Self.least + max(host, 0) / Self.slewDivisor {
      let way = change > 0 ? "forward" : "back"
      lines.append("the system clock was set \(way) by \(Self.seconds(change))")
    }
    return lines
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    "\(fixed(Double(nanoseconds.magnitude) / 1e9, 1)) s"
  }
}

extension SystemClockWatch.Reading {
  /// Reads the clocks; nil if that was interrupted.
  init?(_ clock: any HostClock) {
    var time = timespec()
    let before = clock.now
    clock_gettime(CLOCK_BOOTTIME, &time)
    boot = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    (system, host) = (WallTime(of: before, now: before).nanoseconds, clock.now.nanoseconds)
    guard host &- before.nanoseconds < SystemClockWatch.greatestTime else { return nil }
  }
}
