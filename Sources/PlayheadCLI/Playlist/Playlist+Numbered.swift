/// The format of `.pls` files: `[playlist]`, then `File1=`, `Title1=`, `Length1=` and so on.
extension Playlist {
  /// Returns whether a line is `[playlist]`, ignoring case.
  static func isSection(_ line: ArraySlice<UInt8>) -> Bool {
    String(decoding: line, as: UTF8.self).lowercased() == "[playlist]"
  }

  /// Returns the entries in the order of their numbers, which may differ from the order of the
  /// lines.
  static func numberedEntries(_ lines: [ArraySlice<UInt8>]) -> [Entry] {
    var locations: [Int: [UInt8]] = [:]
    var titles: [Int: String] = [:]
    for line in lines {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: trimmed(line[..<sign]), as: UTF8.self).lowercased()
      let value = trimmed(line[(sign + 1)...])
      if value.isEmpty { continue }
      if let number = number(in: key, after: "file") {
        locations[number] = Array(value)
      } else if let number = number(in: key, after: "title") {
        titles[number] = String(decoding: value, as: UTF8.self)
      }
    }
    return locations.sorted { $0.key < $1.key }
      .map { Entry(location: $0.value, title: titles[$0.key]) }
  }

  private static func number(in key: String, after name: String) -> Int? {
    guard key.hasPrefix(name) else { return nil }
    let digits = key.dropFirst(name.count)
    return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }
}
