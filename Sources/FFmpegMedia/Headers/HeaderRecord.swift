/// Some bytes of a header. Places beyond its end give nil.
struct HeaderRecord {
  let bytes: [UInt8]

  /// A number of `count` bytes, at most eight, the most significant first.
  func bigEndian(at place: Int, _ count: Int) -> UInt64? {
    slice(at: place, count)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number of `count` bytes, at most eight, the least significant first.
  func littleEndian(at place: Int, _ count: Int) -> UInt64? {
    slice(at: place, count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether these characters of ASCII are at a place.
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
