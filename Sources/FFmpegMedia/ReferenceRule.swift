import CFFmpeg
import Glibc

/// What a medium may have opened besides its own bytes.
///
/// A reference is a URL as FFmpeg gives it. Where it is a path, links and `..` are resolved before
/// it is judged.
struct ReferenceRule: Sendable {
  enum Verdict: Equatable {
    /// To be opened as these bytes say.
    case allowed([UInt8])
    /// It may be opened, but is not there.
    case missing
    /// It is no file that ends: opening a FIFO could not be cut short.
    case endless
    /// The reason completes "it refers to …, ".
    case refused(String)
  }

  /// All these, also those that FFmpeg needs to carry the others.
  private static let carriers: [String: [String]] = [
    "http": ["httpproxy", "tcp"], "https": ["httpproxy", "tls", "tcp"], "tls": ["tcp"],
    "ftp": ["tcp"], "rtmp": ["tcp"], "rtmps": ["tls", "tcp"],
    "rtmpt": ["ffrtmphttp", "http", "tcp"],
    "rtsp": ["rtp", "srtp", "udp", "tcp"], "rtp": ["udp"], "srtp": ["udp", "rtp"],
    "gopher": ["tcp"],
    "gophers": ["tls", "tcp"],
  ]

  /// The directory, with links resolved, in which files may be referred to.
  let directory: [UInt8]?
  /// May be referred to; `file` stands for every file.
  let protocols: Set<String>
  /// FFmpeg's own list, for what it opens without asking; nil leaves it to the URL's protocol.
  let whitelist: String?

  /// - Parameters:
  ///   - isFile: whether it is a regular file; a stream lies in no directory.
  ///   - extra: what is allowed on top, by whoever opens the medium.
  init(_ location: MediaLocation, isFile: Bool, allowing extra: Set<String>) {
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
      // What wraps another (as `cache:http://…`) has lists of its own, and opens what was named.
      isOpen = Self.carriers[scheme] == nil
    }
    self.directory = directory
    protocols = extra.union(own)
    var all = protocols.union(["crypto", "data"])
    if directory != nil { all.insert("file") }
    for name in protocols { all.formUnion(Self.carriers[name] ?? []) }
    whitelist = isOpen ? nil : all.sorted().joined(separator: ",")
  }

  func verdict(on url: [UInt8]) -> Verdict {
    var (wrapping, inner): ([UInt8], ArraySlice<UInt8>) = ([], url[...])
    for prefix in ["crypto+", "crypto:"] where inner.starts(with: prefix.utf8) {
      wrapping = Array(prefix.utf8)
      inner = inner.dropFirst(prefix.utf8.count)
    }
    let scheme = Array(inner).withCString { avio_find_protocol_name($0) }.map {
      String(cString: $0)
    }
    switch scheme {
    case "data": return .allowed(url)
    case "file":
      let path = inner.starts(with: "file:".utf8) ? inner.dropFirst(5) : inner
      return verdict(onPath: Array(path), wrapping: wrapping)
    case let scheme? where protocols.contains(scheme): return .allowed(url)
    default: return .refused("and the protocol \(scheme ?? "of that") is not allowed")
    }
  }

  private func verdict(onPath path: [UInt8], wrapping: [UInt8]) -> Verdict {
    var status = stat()
    if protocols.contains("file") {
      let isFIFO =
        path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFIFO
      return isFIFO ? .endless : .allowed(wrapping + Array("file:".utf8) + path)
    }
    guard let directory else { return .refused("and it may not refer to files") }
    guard let real = Self.realPath(path) else { return .missing }
    let below = directory.last == UInt8(ascii: "/") ? directory : directory + [UInt8(ascii: "/")]
    guard real.starts(with: below) else {
      return .refused("which is not in its directory or below")
    }
    guard real.withCString({ stat($0, &status) }) == 0 else { return .missing }
    guard status.st_mode & S_IFMT == S_IFREG else { return .endless }
    return .allowed(wrapping + Array("file:".utf8) + real)
  }

  /// Without links, `.` and `..`; nil where there is no such file.
  static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard !path.contains(0), let real = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
  }

  /// With the slash behind it.
  static func directory(of path: [UInt8]) -> [UInt8] {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return Array("./".utf8) }
    return Array(path[...slash])
  }
}
