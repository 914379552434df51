import PlayheadProcesses

/// The memory that more readers may use.
struct AvailableMemory {
  /// The bytes that one reader may need: tables of a long film, and packets that FFmpeg reads ahead.
  static let perReader: Int64 = 64 << 20
  /// What one reader may need that decodes: the frames of a film of 4K.
  static let perDecoder: Int64 = 384 << 20

  /// The number of bytes; nil if the system does not report it.
  let byteCount: Int64?

  /// The memory of this machine, or of the control group if that is less.
  static var current: AvailableMemory {
    func text(_ path: String) -> String { ProcessReference.read(path) ?? "" }
    return AvailableMemory(
      memoryInfo: text("/proc/meminfo"), groupLimit: text("/sys/fs/cgroup/memory.max"),
      groupUse: text("/sys/fs/cgroup/memory.current"))
  }

  /// Reads `/proc/meminfo`, and the limit (empty, `max` or bytes) and use of the control group.
  init(memoryInfo: String, groupLimit: String, groupUse: String) {
    let line = memoryInfo.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let kibibytes = line.flatMap { Int64(String($0.filter(\.isNumber))) }
    let machine = kibibytes.map { $0 << 10 }
    let limit = Int64(groupLimit.filter { !$0.isWhitespace })
    let use = Int64(groupUse.filter { !$0.isWhitespace })
    let group = limit.map { max($0 - (use ?? 0), 0) }
    byteCount = [machine, group].compactMap(\.self).min()
  }

  /// Returns how many of `count` readers have enough memory; at least one.
  func readerCount(atMost count: Int, decoding: Bool = false) -> Int {
    guard let byteCount else { return count }
    return max(min(count, Int(byteCount / (decoding ? Self.perDecoder : Self.perReader))), 1)
  }
}
