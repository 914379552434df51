/// What libavformat misreads in text files of SubStation Alpha and MicroDVD.
package enum SubtitleText {
  /// Returns a file of SubStation Alpha in which an event that ends before it starts ends at its start.
  package static func withOrderedTimes(_ file: [UInt8]) -> [UInt8] {
    // libavformat would let it last until the next event.
    let name = Array("Dialogue:".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(file.count)
    var rest = file[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[end...]
      guard line.starts(with: name) else {
        result += line
        continue
      }
      let fields = line.split(
        separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
      if fields.count == 4, let from = time(fields[1]), let until = time(fields[2]), until < from {
        result += fields[0] + [UInt8(ascii: ",")] + fields[1] + [UInt8(ascii: ",")] + fields[1]
        result += [UInt8(ascii: ",")] + fields[3]
      } else {
        result += line
      }
    }
    return result
  }

  /// Parses `0:01:02.34`; returns hundredths of a second.
  private static func time(_ field: ArraySlice<UInt8>) -> Int64? {
    let parts = field.filter { $0 != UInt8(ascii: " ") }
      .split(omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
      }
    let numbers = parts.compactMap { part in
      part.count <= 6 ? Int64(String(decoding: part, as: UTF8.self)) : nil
    }
    guard parts.count == 4, numbers.count == 4 else { return nil }
    return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 100 + numbers[3]
  }

  /// Returns whether a file of MicroDVD declares its frame rate: `{1}{1}25` in one of the first three lines.
  package static func declaresFrameRate(_ file: [UInt8]) -> Bool {
    file.prefix(1_024).split(separator: UInt8(ascii: "\n")).prefix(3).contains { line in
      let fields = String(decoding: line, as: UTF8.self).split(
        maxSplits: 4, omittingEmptySubsequences: false
      ) { "{}".contains($0) }
      guard fields.count == 5, let frame = Int(fields[1]), frame <= 1,
        let rate = Double(fields[4].prefix { $0.isNumber || $0 == "." })
      else { return false }
      return rate > 3 && rate < 100
    }
  }
}
