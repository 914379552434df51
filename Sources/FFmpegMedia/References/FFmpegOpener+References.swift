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
