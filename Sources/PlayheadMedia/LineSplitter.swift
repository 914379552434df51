/// Splits bytes into lines. A carriage return also ends a line, as in status lines that are
/// redrawn.
package struct LineSplitter {
  /// The rest of a longer line is ignored, because it is not a progress line.
  private static let longest = 4_096

  private var beginning: [UInt8] = []

  package init() {}

  /// Adds bytes and returns the lines that are now complete.
  package mutating func lines(in bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let line = removeRest() { lines.append(line) }
      } else if beginning.count < LineSplitter.longest {
        beginning.append(byte)
      }
    }
    return lines
  }

  /// Returns the incomplete line, or nil if there is none.
  package mutating func removeRest() -> String? {
    if beginning.isEmpty { return nil }
    defer { beginning.removeAll(keepingCapacity: true) }
    return String(decoding: beginning, as: UTF8.self)
  }
}
