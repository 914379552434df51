import Glibc
import PlayheadOutputs

/// The keys of the records in a file of JSON lines, of which only the beginning of each line is examined.
struct RecordedKeys {
  private static let pieceLength = 1 << 20

  /// The sorted keys by their first byte: less than half the memory of a set, also while they grow.
  private var keys = [[UInt64]](repeating: [], count: 256)

  init() {}

  /// Reads a regular file from its start. A last line without a line feed is ignored.
  init(descriptor: Int32) throws(SystemFailure) {
    let starts = RecordHead.RecordType.allCases.map(RecordHead.beforeKey)
    let length = (starts.map(\.count).max() ?? 0) + RecordHead.keyLength
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    var piece = [UInt8](repeating: 0, count: RecordedKeys.pieceLength)
    var offset: off_t = 0
    var isWithinLine = false
    // The key of the line that is being read.
    var key: UInt64?
    while true {
      let count = pread(descriptor, &piece, piece.count, offset)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw SystemFailure(code: errno) }
      if count == 0 { break }
      var position = 0
      while position < count {
        if !isWithinLine {
          let rest = piece[position..<count]
          // A line that begins at the end of the piece is read again as the start of the next one.
          if rest.count < length, position > 0 { break }
          key = RecordedKeys.key(of: rest, starts)
        }
        let end = RecordedKeys.lineFeed(in: piece, position..<count)
        if end != nil, let key { keys[Int(key >> 56)].append(key) }
        isWithinLine = end == nil
        position = end.map { $0 + 1 } ?? count
      }
      offset += off_t(position)
    }
    for index in keys.indices { keys[index].sort() }
  }

  func contains(_ key: UInt64) -> Bool {
    let keys = keys[Int(key >> 56)]
    let index = keys.partitioningIndex { $0 >= key }
    return index < keys.count && keys[index] == key
  }

  /// Returns the key of a line, or nil if it is no record of the current version.
  private static func key(of line: ArraySlice<UInt8>, _ starts: [[UInt8]]) -> UInt64? {
    guard let start = starts.first(where: line.starts) else { return nil }
    let digits = line.dropFirst(start.count).prefix(RecordHead.keyLength)
    let text = String(decoding: digits, as: UTF8.self)
    return text.utf8.count == RecordHead.keyLength ? UInt64(text, radix: 16) : nil
  }

  private static func lineFeed(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return memchr(start + range.lowerBound, 0x0A, range.count).map {
        $0 - UnsafeMutableRawPointer(mutating: start)
      }
    }
  }
}
