import Glibc

/// Paths that begin with the user's home directory.
enum HomePath {
  /// Returns the path with the home directory instead of a leading `~`.
  static func expand(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
