/// A list of media, as `.m3u`, `.m3u8` and `.pls` files hold it: a path or URL a line, comments
/// after `#`; or lines `FileN=` and `TitleN=` below `[playlist]`.
///
/// Lines end with LF, CRLF or CR; a byte order mark is passed over. Of the comments `#EXTINF`
/// counts, which gives the entry after it a title. Paths are bytes: old playlists are in whatever
/// encoding their writer used, and so are the files' names.
struct Playlist {
  struct Entry: Hashable {
    /// As it stands in the list.
    var location: [UInt8]
    var title: String?
  }

  let entries: [Entry]

  /// Nil where this is an HLS playlist: its entries are segments of one medium, and no list of
  /// media.
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

  /// Whether a file of this name is read as a playlist.
  static func isName(_ name: some Collection<UInt8>) -> Bool {
    let ending = String(decoding: name.suffix(5), as: UTF8.self).lowercased()
    return ending.hasSuffix(".m3u") || ending.hasSuffix(".pls") || ending == ".m3u8"
  }

  /// What stands after the first comma: `#EXTINF:123,Artist - Title`.
  private static func title(of line: some Collection<UInt8>) -> String? {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let title = trimmed(line[line.index(after: comma)...])
    return title.isEmpty ? nil : String(decoding: title, as: UTF8.self)
  }

  /// How many bytes of a list's first line are a byte order mark.
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
