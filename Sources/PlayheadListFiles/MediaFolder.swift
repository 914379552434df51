import Glibc

/// The media in a folder, in the natural order of their names: a number in a name counts as a number,
/// and the case of letters does not count.
///
/// Media are regular files, and links to such files, whose extension is that of audio or video. Names
/// that begin with a dot are left out.
package struct MediaFolder {
  package enum Entry {
    case file(path: [UInt8])
    case folder(path: [UInt8])
  }

  /// Which folders are listed.
  package enum Choice {
    /// None: a folder is treated as a file, which cannot be opened.
    case none
    /// Folders that are named, without the folders in them.
    case named
    case recursive
  }

  package private(set) var entries: [Entry] = []

  /// Lists a folder, and the folders in it if requested; nil if it cannot be read.
  package init?(path: [UInt8], includingFolders includesFolders: Bool) {
    guard var names = try? [[UInt8]](namesIn: path) else { return nil }
    names.removeAll { name in
      name.first == UInt8(ascii: ".") || !includesFolders && !Self.isMedia(name)
    }
    names.sort(by: Self.precedes)
    let folder = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
    for name in names {
      let path = folder + name
      var status = stat()
      guard stat(path.cString, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG where Self.isMedia(name): entries.append(.file(path: path))
      case S_IFDIR where includesFolders: entries.append(.folder(path: path))
      default: continue
      }
    }
  }

  /// Whether a name has an extension of audio or video.
  static func isMedia(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  private static let extensions: Set<String> = [
    "3g2", "3gp", "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "asf", "au", "avi", "caf",
    "dff", "divx", "dsf", "dts", "dv", "eac3", "f4v", "flac", "flv", "gxf", "ivf", "m1v", "m2t",
    "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg",
    "mpg", "mts", "mxf", "nut", "oga", "ogg", "ogm", "ogv", "opus", "ra", "rm", "rmvb", "snd",
    "spx", "tak", "thd", "ts", "tta", "vob", "voc", "w64", "wav", "webm", "wma", "wmv", "wtv",
    "wv", "y4m",
  ]

  /// Whether a name comes before another in natural order.
  package static func precedes(_ one: [UInt8], _ two: [UInt8]) -> Bool {
    var (first, second) = (one[...], two[...])
    while let a = first.first, let b = second.first {
      if isDigit(a), isDigit(b) {
        let (left, right) = (removeNumber(&first), removeNumber(&second))
        if left.count != right.count { return left.count < right.count }
        if left != right { return left.lexicographicallyPrecedes(right) }
      } else {
        let (left, right) = (lowercased(a), lowercased(b))
        if left != right { return left < right }
        (first, second) = (first.dropFirst(), second.dropFirst())
      }
    }
    if first.isEmpty != second.isEmpty { return first.isEmpty }
    return one.lexicographicallyPrecedes(two)
  }

  /// Removes the digits at the start, and returns them without zeros at their start.
  private static func removeNumber(_ name: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = name.prefix(while: isDigit)
    name = name.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
