/// A buffer for bytes until their line is complete.
package struct WholeLines {
  /// Longer lines are split.
  private static let longest = 4_096

  private var beginning: [UInt8] = []

  package init() {}

  /// Whether no incomplete line is stored.
  package var isEmpty: Bool { beginning.isEmpty }

  /// Adds bytes and returns the lines that are now complete.
  package mutating func append(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
    var lines: [UInt8] = []
    if end > bytes.startIndex {
      lines = beginning + bytes[..<end]
      beginning.removeAll(keepingCapacity: true)
    }
    beginning += bytes[end...]
    return beginning.count > WholeLines.longest ? lines + removeRest() : lines
  }

  /// Returns the incomplete line with a line break added, or no bytes if there is none.
  package mutating func removeRest() -> [UInt8] {
    if beginning.isEmpty { return [] }
    defer { beginning.removeAll(keepingCapacity: true) }
    return beginning + [UInt8(ascii: "\n")]
  }
}
