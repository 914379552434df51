import PlayheadMedia

/// A list of media in a `.m3u`, `.m3u8` or `.pls` file.
///
/// An M3U file has a path or URL per line, and comments after `#`. A PLS file has lines `FileN=` and `TitleN=` after
/// `[playlist]`. Lines end with LF, CRLF or CR, and a byte order mark is ignored. The comment `#EXTINF` gives the next
/// entry its title. Paths are bytes, because old list files have the encoding of their writer, as do file names.
struct ListFile {
  struct Entry: Hashable {
    /// The path or URL in the list.
    var location: [UInt8]
    var title: String?
  }

  let entries: [Entry]

  /// Parses a list file. Returns nil for an HLS manifest, whose entries are segments of one stream.
  init?(_ bytes: some Collection<UInt8>) {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.enumerated()
      .map { index, line in
        ListFile.trimmed(line.dropFirst(index == 0 ? ListFile.markLength(of: line) : 0))
      }
    if let first = lines.first(where: { !$0.isEmpty }), ListFile.isSection(first) {
      entries = ListFile.numberedEntries(lines)
      return
    }
    var entries: [Entry] = []
    var title: String?
    for line in lines {
      if line.starts(with: "#EXT-X-".utf8) { return nil }
      if line.starts(with: "#EXTINF:".utf8) {
        title = ListFile.title(of: line)
      } else if !line.isEmpty, line.first != UInt8(ascii: "#") {
        entries.append(Entry(location: Array(line), title: title))
        title = nil
      }
    }
    self.entries = entries
  }

  /// Returns whether a file of this name is read as a list file.
  static func isName(_ name: some Collection<UInt8>) -> Bool {
    let ending = String(decoding: name.suffix(5), as: UTF8.self).lowercased()
    return ending.hasSuffix(".m3u") || ending.hasSuffix(".pls") || ending == ".m3u8"
  }

  /// Returns the text after the first comma: `#EXTINF:123,Artist - Title`.
  private static func title(of line: some Collection<UInt8>) -> String? {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let title = trimmed(line[line.index(after: comma)...])
    return title.isEmpty ? nil : String(decoding: title, as: UTF8.self)
  }

  /// Returns the number of bytes at the start of the line that are a byte order mark.
  private static func markLength(of line: some Collection<UInt8>) -> Int {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  static func trimmed(_ line: some Collection<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var line = Array(line)[...].drop(while: isBlank)
    while let last = line.last, isBlank(last) { line.removeLast() }
    return line
  }
}

/// The format of `.pls` files: `[playlist]`, then `File1=`, `Title1=`, `Length1=` and so on.
extension ListFile {
  /// Returns whether a line is `[playlist]`, ignoring case.
  static func isSection(_ line: ArraySlice<UInt8>) -> Bool {
    String(decoding: line, as: UTF8.self).lowercased() == "[playlist]"
  }

  /// Returns the entries in the order of their numbers, whatever that of the lines is.
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

extension ListFile.Entry {
  /// Returns the URL or path in a folder, empty or ending in `/`; `./` precedes what looks like a URL or option.
  package func location(in folder: some Collection<UInt8>) -> (bytes: [UInt8], isURL: Bool) {
    if String(decoding: location.prefix(7), as: UTF8.self).lowercased() == "file://" {
      return (PercentEscapes.path(ofFileURL: location.dropFirst(7)), false)
    }
    if ListFile.Entry.isURL(location) { return (location, true) }
    let path = location.first == UInt8(ascii: "/") ? location : folder + location
    let isPlain = path.first == UInt8(ascii: "/") || path.starts(with: "./".utf8)
    let isAmbiguous = path.contains(UInt8(ascii: ":")) || path.first == UInt8(ascii: "-")
    return (isAmbiguous && !isPlain ? Array("./".utf8) + path : path, false)
  }

  /// Returns whether a location begins with a URL scheme, such as `https://`.
  private static func isURL(_ location: [UInt8]) -> Bool {
    let scheme = location.prefix { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isAlphabetic && scalar.isASCII || "0"..."9" ~= scalar
        || "+-.".unicodeScalars.contains(scalar)
    }
    return !scheme.isEmpty && location.dropFirst(scheme.count).starts(with: "://".utf8)
  }
}
