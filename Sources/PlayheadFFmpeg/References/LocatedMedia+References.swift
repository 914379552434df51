import Glibc
import PlayheadMedia

extension LocatedMedia {
  /// The path of this media in the filesystem; nil for a URL.
  package var systemPath: [UInt8]? {
    switch location {
    case .path(let path): path
    case .descriptor(let number): Array("/proc/self/fd/\(number)".utf8)
    case .url: nil
    }
  }

  /// Returns the reason that another program may not have this media played; nil if it may.
  package func refusalOnRequest(allowingURLs: Bool) -> ReferenceRefusal? {
    // It may name any local file, but no open descriptor and no device, as a terminal is one. It may name URLs that
    // contain no other location, or only those of the allowed protocols.
    switch location {
    case .path(let path) where path.isDescriptor: return .protocolNotAllowed("pipe")
    case .path(let path): return path.isDevice ? .device : nil
    case .descriptor: return .protocolNotAllowed("pipe")
    case .url(let url) where allowingURLs:
      let scheme = String(url.prefix { $0 != ":" && $0 != "+" })
      return Self.wrappers.contains(scheme) ? .protocolNotAllowed(scheme) : nil
    case .url(let url):
      let rule = ReferenceRule(.descriptor(0), isFile: false, allowing: protocols)
      let verdict = rule.verdict(on: Array(url.utf8))
      return if case .refused(let reason) = verdict { reason } else { nil }
    }
  }

  /// The protocols whose URLs contain other locations, or descriptors.
  private static let wrappers: Set = [
    "async", "cache", "concat", "concatf", "crypto", "fd", "hls", "md5", "pipe", "subfile", "tee",
    "unix",
  ]

  /// Returns, for URLs and for paths after `file:`, why this local file may not refer to each; nil if it may.
  package func refusals(ofReferencesTo locations: [[UInt8]]) -> [ReferenceRefusal?] {
    let rule = ReferenceRule(location, isFile: true, allowing: protocols)
    return locations.map { location in
      if case .refused(let reason) = rule.verdict(on: location) { reason } else { nil }
    }
  }
}

extension [UInt8] {
  /// Whether this path names an open descriptor of a process, as `/dev/stdin` and `/dev/fd/3` do.
  fileprivate var isDescriptor: Bool {
    var path = self
    // No more links than the kernel follows.
    for _ in 0..<40 {
      guard let folder = ReferenceRule.realPath(ReferenceRule.directory(of: path)) else {
        return false
      }
      // The link of a descriptor is in the directory of a process.
      if folder.starts(with: "/proc/".utf8) { return true }
      let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
      guard let target = (folder + [UInt8(ascii: "/")] + name).linkTarget else { return false }
      path = target.first == UInt8(ascii: "/") ? target : folder + [UInt8(ascii: "/")] + target
    }
    return false
  }

  /// The text of the link at this path; nil if it is none.
  private var linkTarget: [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(cString, &buffer, buffer.count)
    return length < 0 ? nil : buffer[..<length].map(UInt8.init(bitPattern:))
  }

  fileprivate var isDevice: Bool {
    var status = stat()
    return stat(cString, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }
}
