/// A sequence of bytes of a header. Accessors return nil beyond its end.
struct HeaderRecord {
  let bytes: [UInt8]

  /// Returns the big-endian number of `count` bytes, at most eight, at an offset.
  func bigEndian(at offset: Int, _ count: Int) -> UInt64? {
    slice(at: offset, count)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the little-endian number of `count` bytes, at most eight, at an offset.
  func littleEndian(at offset: Int, _ count: Int) -> UInt64? {
    slice(at: offset, count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the bytes at an offset are this ASCII text.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    slice(at: offset, text.utf8CodeUnitCount)?
      .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
      ?? false
  }

  private func slice(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    return bytes[offset..<offset + count]
  }
}
