import Glibc

/// A snapshot of the resources that this process uses.
struct ProcessCost {
  /// In seconds.
  var cpu: Double
  var wall: Double
  /// In kB.
  var resident: Int
  var threads: Int

  static var now: ProcessCost {
    return ProcessCost(
      cpu: seconds(CLOCK_PROCESS_CPUTIME_ID), wall: seconds(CLOCK_MONOTONIC),
      resident: status("VmRSS:"), threads: status("Threads:"))
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the number after a name in `/proc/self/status`.
  private static func status(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return Int(text.dropFirst(name.count).filter(\.isNumber)) ?? 0
    }
    return 0
  }
}
