/// A sequence of bytes of a header. Accessors return nil beyond its end.
struct HeaderRecord {
  let bytes: [UInt8]

  /// Returns the big-endian number of `count` bytes, at most eight, at an offset.
  func bigEndian(at place: Int, _ count: Int) -> UInt64? {
    slice(at: place, count)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the little-endian number of `count` bytes, at most eight, at an offset.
  func littleEndian(at place: Int, _ count: Int) -> UInt64? {
    slice(at: place, count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the bytes at an offset are this ASCII text.
  func has(_ text: StaticString, at place: Int) -> Bool {
    slice(at: place, text.utf8CodeUnitCount)?
      .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
      ?? false
  }

  private func slice(at place: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else {
      return nil
    }
    return bytes[place..<place + count]
  }
}
