extension FFmpegOpener {
  /// The path by which the system knows this medium; nil for a URL.
  package var systemPath: [UInt8]? {
    switch location {
    case .path(let path): path
    case .descriptor(let number): Array("/proc/self/fd/\(number)".utf8)
    case .url: nil
    }
  }

  /// Why this medium, a local file that lists others, may not refer to these, as paths with `file:`
  /// before them or as URLs: each reason completes "it refers to …, "; nil where it may.
  package func refusals(ofReferencesTo locations: [[UInt8]]) -> [String?] {
    let rule = ReferenceRule(location, isFile: true, allowing: protocols)
    return locations.map { location in
      if case .refused(let reason) = rule.verdict(on: location) { reason } else { nil }
    }
  }
}
