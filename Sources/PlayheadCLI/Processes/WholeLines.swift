/// Bytes held back until the line that they belong to ends.
struct WholeLines {
  /// What is longer is cut in two.
  private static let longest = 4_096

  private var beginning: [UInt8] = []

  /// The lines that end within these bytes, the first with what came of it before.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
    var lines: [UInt8] = []
    if end > bytes.startIndex {
      lines = beginning + bytes[..<end]
      beginning.removeAll(keepingCapacity: true)
    }
    beginning += bytes[end...]
    return beginning.count > WholeLines.longest ? lines + takeRest() : lines
  }

  /// The line that has begun, ended; empty where there is none.
  mutating func takeRest() -> [UInt8] {
    if beginning.isEmpty { return [] }
    defer { beginning.removeAll(keepingCapacity: true) }
    return beginning + [UInt8(ascii: "\n")]
  }
}
