import Glibc
import PlayheadMedia

/// The media that another player names, if a name may be opened that no user has chosen.
///
/// Local files and URLs of http and https. Not what else a player can open: devices of discs, descriptors,
/// generated media, and the protocols that contain other locations.
package enum NamedMedia: Equatable, Sendable {
  /// An absolute path.
  case file([UInt8])
  case url(String)
  /// It may not be opened: the reason, in words.
  case refused(String)

  /// Judges a path or URL in the form of `ExactText`. A relative path needs the directory.
  package init(_ location: String, in directory: String?) {
    let bytes = ExactText.bytes(of: location)
    if bytes.first == UInt8(ascii: "/") {
      self = .file(bytes)
    } else if let scheme = Self.scheme(of: bytes) {
      self.init(scheme, bytes.dropFirst(scheme.utf8.count + 3))
    } else if let directory = directory.map(ExactText.bytes), directory.first == UInt8(ascii: "/") {
      self = .file(directory + [UInt8(ascii: "/")] + bytes)
    } else {
      self = .refused("the directory of the path is not known")
    }
  }

  /// Judges a path or URL in the form of `ExactText`, of which only files in a folder, an absolute path, may be opened.
  package init(_ location: String, within folder: String) {
    let named = NamedMedia(location, in: folder)
    guard case .file(let path) = named else {
      self = named
      return
    }
    var root = ExactText.bytes(of: folder)
    if root.last != UInt8(ascii: "/") { root.append(UInt8(ascii: "/")) }
    var parts: [ArraySlice<UInt8>] = []
    var isInside = path.starts(with: root)
    for part in path.dropFirst(root.count).split(separator: UInt8(ascii: "/")) {
      if part == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        isInside = isInside && parts.popLast() != nil
      } else if part != [UInt8(ascii: ".")] {
        parts.append(part)
      }
    }
    // Without "..", which a link could lead out of the folder.
    let inner = Array(parts.joined(separator: [UInt8(ascii: "/")]))
    self = isInside ? .file(root + inner) : .refused("a file outside the folder")
  }

  private init(_ scheme: String, _ rest: ArraySlice<UInt8>) {
    switch scheme {
    case "file":
      let path = PercentEscapes.path(ofFileURL: rest)
      self = path.first == UInt8(ascii: "/") ? .file(path) : .refused("a file of another host")
    case "http", "https":
      // A request consists of lines, so a URL must not contain any.
      let isPlain = !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 != 0x7f }
      let url = "\(scheme)://" + String(decoding: rest, as: UTF8.self)
      self = isPlain ? .url(url) : .refused("not a URL")
    default: self = .refused("neither a file nor a URL of http or https")
    }
  }

  /// Returns the scheme of a URL in lower case; nil if the text is a path.
  private static func scheme(of bytes: [UInt8]) -> String? {
    let word = bytes.prefix { isalnum(Int32($0)) != 0 || "+-.".utf8.contains($0) }
    guard !word.isEmpty, bytes.dropFirst(word.count).starts(with: "://".utf8) else { return nil }
    return String(decoding: word, as: UTF8.self).lowercased()
  }
}
