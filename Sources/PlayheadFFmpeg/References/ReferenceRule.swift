import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Decides which other files and URLs media may refer to.
///
/// A reference is a URL as FFmpeg passes it. If it is a path, symbolic links and `..` are resolved
/// before it is checked.
struct ReferenceRule: Sendable {
  enum Verdict: Equatable {
    /// The reference may be opened, by these bytes of a URL.
    case allowed([UInt8])
    /// The reference is not forbidden, but does not exist.
    case missing
    /// The reference is a FIFO, which could not be interrupted, or, unless all files are allowed,
    /// another file that is not regular.
    case endless
    /// The reference is forbidden.
    case refused(ReferenceRefusal)
  }

  /// The protocols that FFmpeg needs internally for a protocol.
  private static let carriers: [String: [String]] = [
    "http": ["httpproxy", "tcp"], "https": ["httpproxy", "tls", "tcp"], "tls": ["tcp"],
    "ftp": ["tcp"], "rtmp": ["tcp"], "rtmps": ["tls", "tcp"],
    "rtmpt": ["ffrtmphttp", "http", "tcp"],
    "rtsp": ["rtp", "srtp", "udp", "tcp"], "rtp": ["udp"], "srtp": ["udp", "rtp"],
    "gopher": ["tcp"],
    "gophers": ["tls", "tcp"],
  ]

  /// The directory, with links resolved, whose files may be referred to; nil for none.
  let directory: [UInt8]?
  /// The protocols of allowed references; `file` allows every file.
  let protocols: Set<String>
  /// FFmpeg's `protocol_whitelist` for files that it opens without `io_open`; nil is the default of the URL's protocol.
  let whitelist: String?

  /// Creates the rule for media at a location, with additional protocols; only a regular file has a directory.
  init(_ location: ParsedLocation, isFile: Bool, allowing extra: Set<String>) {
    var own: Set<String> = []
    var isOpen = false
    var directory: [UInt8]?
    switch location {
    case .descriptor: break
    case .path(let path):
      if isFile { directory = Self.realPath(Self.directory(of: path)) }
    case .url(let url):
      let scheme = String(url.prefix { $0 != ":" && $0 != "+" && $0 != "," }).lowercased()
      own = scheme == "http" || scheme == "https" ? ["http", "https"] : [scheme]
      // A protocol that wraps another URL (such as `cache:http://…`) has its own whitelist.
      isOpen = Self.carriers[scheme] == nil
    }
    self.directory = directory
    protocols = extra.union(own)
    var all = ["crypto", "data"] + protocols
    if directory != nil { all.append("file") }
    for name in protocols { all += Self.carriers[name] ?? [] }
    whitelist = isOpen ? nil : all.joined(separator: ",")
  }

  func verdict(on url: [UInt8]) -> Verdict {
    var (wrapping, inner): ([UInt8], ArraySlice<UInt8>) = ([], url[...])
    for prefix in ["crypto+", "crypto:"] where inner.starts(with: prefix.utf8) {
      wrapping = Array(prefix.utf8)
      inner = inner.dropFirst(prefix.utf8.count)
    }
    let named = Self.withLowercasedScheme(Array(inner))
    let scheme = avio_find_protocol_name(named.cString).map { String(cString: $0) }
    switch scheme {
    case "data": return .allowed(url)
    case "file":
      let path = named.starts(with: "file:".utf8) ? Array(named.dropFirst(5)) : named
      return verdict(onPath: path, wrapping: wrapping)
    case let scheme? where protocols.contains(scheme): return .allowed(wrapping + named)
    default:
      return .refused(scheme.map(ReferenceRefusal.protocolNotAllowed) ?? .unknownProtocol)
    }
  }

  /// Returns a URL whose scheme is written as FFmpeg knows it. A path with a colon stays the same.
  private static func withLowercasedScheme(_ url: [UInt8]) -> [UInt8] {
    let scheme = url.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    guard url.dropFirst(scheme.count).starts(with: "://".utf8) else { return url }
    return scheme.map { UInt8(tolower(Int32($0))) } + url.dropFirst(scheme.count)
  }

  private func verdict(onPath path: [UInt8], wrapping: [UInt8]) -> Verdict {
    var status = stat()
    if protocols.contains("file") {
      let isFIFO =
        stat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
      return isFIFO ? .endless : .allowed(wrapping + Array("file:".utf8) + path)
    }
    guard let directory else { return .refused(.filesNotAllowed) }
    guard let real = Self.realPath(path) else { return .missing }
    let below = directory.last == UInt8(ascii: "/") ? directory : directory + [UInt8(ascii: "/")]
    guard real.starts(with: below) else {
      return .refused(.outsideDirectory)
    }
    guard stat(real.cString, &status) == 0 else { return .missing }
    guard status.st_mode & S_IFMT == S_IFREG else { return .endless }
    return .allowed(wrapping + Array("file:".utf8) + real)
  }

  /// Returns the path without links, `.` and `..`; nil if there is no such file.
  static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard !path.contains(0), let real = realpath(path.cString, nil) else { return nil }
    defer { free(real) }
    return UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
  }

  /// Returns the directory of a path, with the slash at its end.
  static func directory(of path: [UInt8]) -> [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return Array("./".utf8) }
    return Array(path[...slash])
  }
}
