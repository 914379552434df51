import CPlayheadSystem
import Glibc

/// The pages of a file in the system's cache.
enum CachedPages {
  /// Returns the parts of a part of a file that the cache does not contain; empty if that is unknown.
  static func missing(
    in part: Range<Int64>, of descriptor: Int32, size: Int64
  ) -> [Range<Int64>] {
    // The system answers only for files that this process may write or that its user owns.
    let part = part.clamped(to: 0..<max(size, 0))
    let pageLength = Int64(sysconf(Int32(_SC_PAGESIZE)))
    guard !part.isEmpty, pageLength > 0, part.lowerBound % pageLength == 0 else { return [] }
    let length = Int(part.upperBound - part.lowerBound)
    let count = (length + Int(pageLength) - 1) / Int(pageLength)
    var pages = [UInt8](repeating: 0, count: count)
    guard system_cached_pages(descriptor, off_t(part.lowerBound), length, &pages) == 0 else {
      return []
    }
    var missing: [Range<Int64>] = []
    for (index, page) in pages.enumerated() where page & 1 == 0 {
      let start = part.lowerBound + Int64(index) * pageLength
      let begin = missing.last?.upperBound == start ? missing.removeLast().lowerBound : start
      missing.append(begin..<start + pageLength)
    }
    return missing
  }

  /// Removes a part of a file from the cache.
  static func drop(_ part: Range<Int64>, of descriptor: Int32) {
    posix_fadvise(
      descriptor, off_t(part.lowerBound), off_t(part.upperBound - part.lowerBound),
      POSIX_FADV_DONTNEED)
  }
}
