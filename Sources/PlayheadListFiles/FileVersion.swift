import Glibc
import PlayheadArguments
import PlayheadFormatting

/// The version of a file that a record or a saved position is about: its size and the time of its last change.
///
/// A URL and a file that does not exist have neither.
package struct FileVersion {
  package private(set) var size: Int64?
  package private(set) var modified: timespec?
  /// A hash of the path or URL, the size and the time; nil for a stream that cannot be read again.
  package private(set) var key: UInt64?

  /// Reads the properties of a path, a URL, or `-`.
  package init(of argument: String, _ access: MediaAccess) {
    if argument == "-" { return }
    var status = stat()
    if let path = access.media(argument).systemPath, stat(path.cString, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFIFO, S_IFCHR, S_IFSOCK: return
      case S_IFREG: (size, modified) = (Int64(status.st_size), status.st_mtim)
      default: break
      }
    }
    key = FileVersion.hash(CommandLine.exactBytes(of: argument), size, modified)
  }

  /// Creates the version that a saved position is about.
  package init(size: Int64?, modified: timespec?) {
    (self.size, self.modified) = (size, modified)
  }

  /// Returns whether the size and the time of change are the same.
  package func isSame(as other: FileVersion) -> Bool {
    size == other.size && modified?.tv_sec == other.modified?.tv_sec
      && modified?.tv_nsec == other.modified?.tv_nsec
  }

  /// The time of the last change, as in `2026-01-31T12:00:00.000000Z`, until the year 2262.
  package var modifiedText: String? {
    guard let modified else { return nil }
    let (seconds, overflow) = Int64(modified.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return nil }
    let time = WallTime(nanoseconds: seconds)
    let exact = seconds < 0 ? time : time.adding(nanoseconds: Int64(modified.tv_nsec))
    return exact.map { exact in String { exact.append(to: &$0) } }
  }

  /// FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  package static func hash(
    _ path: [UInt8], _ size: Int64? = nil, _ modified: timespec? = nil
  ) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    add(path)
    if let size, let modified {
      add([0])
      for number in [size, Int64(modified.tv_sec), Int64(modified.tv_nsec)] {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
      }
    }
    return hash
  }

  /// Returns the 16 hexadecimal digits of a hash.
  package static func digits(of hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
