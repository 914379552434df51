/// Resolves the references of a playlist: URLs as RFC 3986 does, and paths in the directory of the
/// playlist.
package enum RelativeReference {
  /// Returns the path or URL that a reference names.
  ///
  /// - Parameters:
  ///   - reference: A URL, a path, or a relative reference.
  ///   - base: The path or URL of the playlist.
  package static func resolve(_ reference: some StringProtocol, against base: String) -> String {
    let reference = String(reference)
    if scheme(of: reference) != nil { return reference }
    guard let scheme = scheme(of: base), scheme == "http" || scheme == "https" else {
      if reference.hasPrefix("/") { return reference }
      let end = base.lastIndex(of: "/").map(base.index(after:)) ?? base.startIndex
      return base[..<end] + reference
    }
    if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
    let afterScheme = base.dropFirst(scheme.count + 3)
    let host = afterScheme.prefix { !"/?#".contains($0) }
    let root = "\(base.prefix(scheme.count + 3))\(host)"
    if reference.hasPrefix("/") { return root + withoutDots(reference) }
    let path = afterScheme.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return root + withoutDots(directory + reference)
  }

  /// Returns the scheme of a URL with an authority; nil for other texts.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"),
      text[colon...].hasPrefix("://") || text.hasPrefix("data:")
    else { return nil }
    let scheme = text[..<colon]
    let isWord = !scheme.isEmpty && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "+") }
    return isWord ? scheme.lowercased() : nil
  }

  /// Returns a path without the segments `.` and `..`; a query is not changed.
  private static func withoutDots(_ path: String) -> String {
    let query = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
    var kept: [Substring] = []
    let segments = path[..<query].split(separator: "/", omittingEmptySubsequences: false)
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
