/// A list of media in a `.m3u`, `.m3u8` or `.pls` file.
///
/// An M3U file has a path or URL per line, and comments after `#`. A PLS file has lines `FileN=`
/// and `TitleN=` after `[playlist]`. Lines end with LF, CRLF or CR, and a byte order mark is
/// ignored. The comment `#EXTINF` gives the next entry its title. Paths are bytes, because old
/// playlists have the encoding of their writer, as do file names.
struct Playlist {
  struct Entry: Hashable {
    /// The path or URL in the list.
    var location: [UInt8]
    var title: String?
  }

  let entries: [Entry]

  /// Parses a playlist. Returns nil for an HLS playlist, whose entries are segments of one stream.
  init?(_ bytes: some Collection<UInt8>) {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.enumerated()
      .map { index, line in
        Playlist.trimmed(line.dropFirst(index == 0 ? Playlist.markLength(of: line) : 0))
      }
    if let first = lines.first(where: { !$0.isEmpty }), Playlist.isSection(first) {
      entries = Playlist.numberedEntries(lines)
      return
    }
    var entries: [Entry] = []
    var title: String?
    for line in lines {
      if line.starts(with: "#EXT-X-".utf8) { return nil }
      if line.starts(with: "#EXTINF:".utf8) {
        title = Playlist.title(of: line)
      } else if !line.isEmpty, line.first != UInt8(ascii: "#") {
        entries.append(Entry(location: Array(line), title: title))
        title = nil
      }
    }
    self.entries = entries
  }

  /// Returns whether a file of this name is read as a playlist.
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
