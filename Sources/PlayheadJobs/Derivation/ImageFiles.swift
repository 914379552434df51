/// The files of an image sequence.
package enum ImageFiles: Equatable, Sendable {
  /// One picture.
  case single
  /// Numbered files: the parts of the name around the number, the least number of digits, and the number
  /// from which ffmpeg looks for the first file.
  case numbered(prefix: String, digits: Int, suffix: String, first: Int)
  /// The files that match a shell pattern.
  case pattern(String)

  /// Returns the number of files, or 0 if there is no first one. `matches` counts those of a shell pattern.
  package func count(exists: (String) -> Bool, matches: (String) -> Int) -> Int {
    switch self {
    case .single: return 1
    case .pattern(let pattern): return matches(pattern)
    case .numbered(let prefix, let digits, let suffix, let first):
      func name(_ number: Int) -> String {
        let text = String(number)
        let zeros = String(repeating: "0", count: max(digits - text.utf8.count, 0))
        return "\(prefix)\(zeros)\(text)\(suffix)"
      }
      let (last, overflow) = first.addingReportingOverflow(4)
      guard !overflow, var number = (first...last).first(where: { exists(name($0)) }) else {
        return 0
      }
      var count = 0
      while exists(name(number)), number < .max {
        count &+= 1
        number &+= 1
      }
      return count
    }
  }
}

extension FFmpegArguments.Input {
  private static let imageEndings: Set<String> = [
    "bmp", "dpx", "exr", "jpeg", "jpg", "pbm", "pgm", "png", "ppm", "sgi", "tga", "tif", "tiff",
    "webp",
  ]

  /// The images that this input reads; nil if it is none.
  package var imageFiles: ImageFiles? {
    let ending = url.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard
      options["f"] == "image2" || options["f"] == nil && Self.imageEndings.contains(ending)
    else { return nil }
    switch options["pattern_type"] {
    case "glob": return .pattern(url)
    case "none": return .single
    default: break
    }
    guard let percent = url.firstIndex(of: "%") else { return .single }
    let rest = url[percent...].dropFirst()
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard rest[digits.endIndex...].first == "d", digits.isEmpty || (Int(digits) ?? 99) < 20 else {
      return .single
    }
    return .numbered(
      prefix: String(url[..<percent]), digits: Int(digits) ?? 1,
      suffix: String(rest[digits.endIndex...].dropFirst()),
      first: options["start_number"].flatMap { Int($0) } ?? 0)
  }
}
