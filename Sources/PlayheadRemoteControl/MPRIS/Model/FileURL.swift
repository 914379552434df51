import Glibc
import PlayheadMedia

/// Locations of files as URLs, and back (RFC 3986 and RFC 8089).
enum FileURL {
  /// Returns the URL of a path or URL, as text that keeps every byte; nil for standard input and other descriptors.
  static func url(of location: String, in directory: [UInt8]) -> String? {
    let bytes = ExactText.bytes(of: location)
    if location == "-" { return nil }
    if let colon = schemeEnd(of: bytes), !exists(bytes) {
      let (scheme, rest) = (location.prefix { $0 != ":" }.lowercased(), bytes[(colon + 1)...])
      switch scheme {
      case "pipe", "fd": return nil
      case "file": return url(ofPath: path(ofFileURL: rest), in: directory)
      default: return escaped(bytes) { isAllowed($0) || $0 == UInt8(ascii: "%") }
      }
    }
    return url(ofPath: bytes, in: directory)
  }

  /// Returns the path of a session's location; nil for another URL.
  static func path(of location: String) -> [UInt8]? {
    let bytes = ExactText.bytes(of: location)
    guard let colon = schemeEnd(of: bytes), !exists(bytes) else { return bytes }
    if location.prefix(5).lowercased() == "file:" { return path(ofFileURL: bytes[(colon + 1)...]) }
    return bytes[(colon + 1)...].starts(with: "//".utf8) ? nil : bytes
  }

  /// Returns the path after `file:`. Only that of a URL with a host, which may be empty, has escapes.
  private static func path(ofFileURL rest: ArraySlice<UInt8>) -> [UInt8] {
    rest.starts(with: "//".utf8)
      ? PercentEscapes.path(ofFileURL: rest.dropFirst(2)) : Array(rest)
  }

  /// Returns the name of a file, or the last part of a URL without escapes.
  static func name(of location: String) -> String {
    let path = path(of: location)
    let bytes = path ?? PercentEscapes.removed(from: ExactText.bytes(of: location)[...])
    let last = bytes.split(separator: UInt8(ascii: "/")).last
    return last.map { ExactText.text(of: Array($0)) } ?? location
  }

  /// Returns the path of a URI's file, or the URI of other media; nil for no URI, media within it, and other hosts.
  static func location(of uri: String) -> String? {
    let bytes = Array(uri.utf8)
    guard let colon = schemeEnd(of: bytes) else { return nil }
    let scheme = uri.prefix { $0 != ":" }.lowercased()
    if scheme == "data" || scheme.hasPrefix("crypto") { return nil }
    guard scheme == "file" else { return uri }
    var rest = bytes[(colon + 1)...]
    if rest.starts(with: "//".utf8) {
      let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else {
        return nil
      }
      rest = rest.dropFirst(2 + host.count)
    }
    rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let escapes = rest.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    guard rest.first == UInt8(ascii: "/"), !rest.contains(0),
      escapes.dropFirst().allSatisfy({ PercentEscapes.byte(of: $0.prefix(2)) != nil })
    else { return nil }
    return ExactText.text(of: PercentEscapes.removed(from: rest))
  }

  private static func url(ofPath path: [UInt8], in directory: [UInt8]) -> String {
    let slash = UInt8(ascii: "/")
    let absolute = path.first == slash ? path : directory + [slash] + path
    return "file://" + escaped(absolute) { isAllowed($0) && !separators.contains($0) }
  }

  /// The index of the colon after a scheme; nil if the text begins with none.
  private static func schemeEnd(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, isalpha(Int32(first)) != 0, first < 0x80 else { return nil }
    let end = bytes.firstIndex { byte in
      byte >= 0x80 || (isalnum(Int32(byte)) == 0 && !"+-.".utf8.contains(byte))
    }
    return end.flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  private static let separators = Array("?#[]".utf8)

  /// Whether a byte may be part of a URI as it is.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte < 0x80 && (isalnum(Int32(byte)) != 0 || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte))
  }

  private static func escaped(_ bytes: [UInt8], unless isAllowed: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let escaped = bytes.flatMap { byte in
      isAllowed(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func exists(_ path: [UInt8]) -> Bool { access(path.cString, F_OK) == 0 }
}
