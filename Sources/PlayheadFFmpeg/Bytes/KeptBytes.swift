import Glibc

/// The parts of a file that were read, so that none of them is read twice.
struct KeptBytes {
  private struct Part {
    let start: Int64
    var bytes: [UInt8]

    var end: Int64 { start + Int64(bytes.count) }
  }

  /// The parts in the order of the file. They do not overlap.
  private var parts: [Part] = []
  /// How many more bytes are kept. Parts beyond that are read again.
  private var room: Int

  /// - Parameter limit: The maximum number of bytes.
  init(limit: Int = 16 << 20) {
    room = limit
  }

  /// Copies kept bytes at an offset of the file, and returns their number: 0 if the first byte is not kept.
  func copy(at place: Int64, to buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    let index = firstIndex(after: place) - 1
    guard index >= 0, place < parts[index].end else { return 0 }
    let length = min(count, Int(parts[index].end - place))
    parts[index].bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      buffer.update(from: start + Int(place - parts[index].start), count: length)
    }
    return length
  }

  /// Returns how many of `count` bytes come before the next kept part; the byte at the offset must not be kept.
  func countMissing(at place: Int64, of count: Int) -> Int {
    let index = firstIndex(after: place)
    return index < parts.count ? Int(min(Int64(count), parts[index].start - place)) : count
  }

  /// Keeps bytes, of which none is kept yet.
  mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int64) {
    guard !bytes.isEmpty, bytes.count <= room else { return }
    room -= bytes.count
    let index = firstIndex(after: place)
    if index > 0, parts[index - 1].end == place {
      parts[index - 1].bytes += bytes
    } else {
      parts.insert(Part(start: place, bytes: Array(bytes)), at: index)
    }
  }

  /// The index of the first part that starts after an offset.
  private func firstIndex(after place: Int64) -> Int {
    parts.partitioningIndex { $0.start > place }
  }
}
