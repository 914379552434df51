import Media

extension FFmpegOpener {
  /// The path of this media in the filesystem; nil for a URL.
  package var systemPath: [UInt8]? {
    switch location {
    case .path(let path): path
    case .descriptor(let number): Array("/proc/self/fd/\(number)".utf8)
    case .url: nil
    }
  }

  /// The reason that another program may not have this media played; nil if it may. It may name any
  /// local file, and URLs of the allowed protocols.
  package var refusalOnRequest: ReferenceRefusal? {
    switch location {
    case .path: return nil
    case .descriptor: return .protocolNotAllowed("pipe")
    case .url(let url):
      let rule = ReferenceRule(.descriptor(0), isFile: false, allowing: protocols)
      let verdict = rule.verdict(on: Array(url.utf8))
      return if case .refused(let reason) = verdict { reason } else { nil }
    }
  }

  /// Returns, for each location, why this media (a local file that lists others) may not refer to
  /// it; nil if it may.
  ///
  /// - Parameter locations: URLs, and paths with the prefix `file:`.
  package func refusals(ofReferencesTo locations: [[UInt8]]) -> [ReferenceRefusal?] {
    let rule = ReferenceRule(location, isFile: true, allowing: protocols)
    return locations.map { location in
      if case .refused(let reason) = rule.verdict(on: location) { reason } else { nil }
    }
  }
}
