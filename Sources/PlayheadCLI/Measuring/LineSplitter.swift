/// Cuts bytes into lines; a carriage return ends one too, as of lines that are drawn again.
struct LineSplitter {
  /// What is longer is no progress line: its rest is left out.
  private static let longest = 4_096

  private var beginning: [UInt8] = []

  /// The lines that end within these bytes.
  mutating func lines(in bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let line = takeLine() { lines.append(line) }
      } else if beginning.count < LineSplitter.longest {
        beginning.append(byte)
      }
    }
    return lines
  }

  /// The line that has begun; nil where there is none.
  mutating func takeLine() -> String? {
    if beginning.isEmpty { return nil }
    defer { beginning.removeAll(keepingCapacity: true) }
    return String(decoding: beginning, as: UTF8.self)
  }
}
