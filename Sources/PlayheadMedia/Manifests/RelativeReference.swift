/// Resolves the references of a manifest: URLs as RFC 3986 does, and paths in the directory of the
/// manifest.
package enum RelativeReference {
  /// Returns the path or URL that a URL, a path or a relative reference names.
  package static func resolve(_ reference: some StringProtocol, against base: String) -> String {
    let reference = Substring(reference)
    let base = Substring(base)
    if scheme(of: reference) != nil { return String(reference) }
    guard let scheme = scheme(of: base), scheme == "http" || scheme == "https" else {
      return String(reference.begins(with: "/") ? reference : directory(of: base) + reference)
    }
    if reference.begins(with: "//") { return "\(scheme):\(reference)" }
    let afterScheme = base.unicodeScalars.dropFirst(scheme.count + 3)
    let host = afterScheme.prefix { !isDelimiter($0) && $0 != "/" }
    let root = String(base.unicodeScalars.prefix(scheme.count + 3)) + String(host)
    if reference.begins(with: "/") { return root + withoutDots(reference) }
    let rest = afterScheme.dropFirst(host.count)
    let path = Substring(rest.prefix { !isDelimiter($0) })
    // A reference without a path names the same one, with the same query unless it has another.
    if reference.isEmpty || reference.begins(with: "#") {
      return root + Substring(rest.prefix { $0 != "#" }) + reference
    }
    if reference.begins(with: "?") { return root + path + reference }
    let directory = directory(of: path)
    return root + withoutDots((directory.isEmpty ? "/" : directory) + reference)
  }

  /// Whether a character ends the path of a URL.
  private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "?" || scalar == "#"
  }

  /// Returns the text up to the last slash.
  private static func directory(of path: Substring) -> Substring {
    let scalars = path.unicodeScalars
    return scalars.lastIndex(of: "/").map { Substring(scalars[...$0]) } ?? ""
  }

  /// Returns the scheme of a URL with an authority; nil for other texts.
  private static func scheme(of text: Substring) -> String? {
    let (scheme, rest) = text.divided(at: ":")
    guard let rest, rest.begins(with: "//") || scheme == "data" else { return nil }
    let isWord = scheme.utf8.enumerated().allSatisfy { index, byte in
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        index > 0
      default: false
      }
    }
    return isWord && !scheme.isEmpty ? scheme.lowercased() : nil
  }

  /// Returns a path without the segments `.` and `..`; a query is not changed.
  private static func withoutDots(_ path: Substring) -> String {
    let query = path.unicodeScalars.firstIndex(where: isDelimiter) ?? path.endIndex
    var kept: [Substring] = []
    let segments = path.unicodeScalars[..<query]
      .split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/") + path[query...]
  }
}
