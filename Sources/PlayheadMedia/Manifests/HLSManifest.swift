import PlayheadTimekeeping

/// A manifest of HTTP Live Streaming (RFC 8216).
package enum HLSManifest: Hashable, Sendable {
  /// The lists that a multivariant (master) manifest names, without subtitles.
  case lists([SegmentList])
  case segments(SegmentList)

  /// The limit for each manifest. Further segments are ignored.
  package static let greatestSegmentCount = 100_000
  /// The limit for the lists of a multivariant manifest.
  package static let greatestListCount = 64

  /// Parses a manifest, whose references are relative to its location; returns nil if it is not one of HLS.
  package init?(_ text: String, at location: String, list: SegmentList) {
    let lines = Self.lines(of: text)
    guard lines.first?.begins(with: "#EXTM3U") == true else { return nil }
    if lines.contains(where: { $0.begins(with: "#EXT-X-STREAM-INF:") }) {
      self = .lists(Self.lists(lines, at: location))
    } else if lines.contains(where: { $0.begins(with: "#EXT-X-TARGETDURATION:") }) {
      var parser = SegmentListParser(list, at: location)
      for line in lines { parser.parse(line) }
      self = .segments(parser.list)
    } else {
      return nil
    }
  }

  /// Returns the lines of a manifest that are not empty.
  static func lines(of text: String) -> [Substring] {
    text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
      .map { Substring($0).trimmingBlanks }.filter { !$0.isEmpty }
  }

  private static func lists(_ lines: [Substring], at location: String) -> [SegmentList] {
    var lists: [SegmentList] = []
    var isVariant = false
    for line in lines {
      var reference: (Substring, SegmentList.Role)?
      if line.begins(with: "#EXT-X-STREAM-INF:") {
        isVariant = true
      } else if line.begins(with: "#EXT-X-MEDIA:") {
        let attributes = HLSAttributes(line)
        if attributes["TYPE"] == "AUDIO", let uri = attributes["URI"] { reference = (uri, .audio) }
      } else if !line.begins(with: "#"), isVariant {
        isVariant = false
        reference = (line, .variant)
      }
      guard let (uri, role) = reference, lists.count < greatestListCount else { continue }
      let place = RelativeReference.resolve(uri, against: location)
      if !lists.contains(where: { $0.name == place }) {
        lists.append(SegmentList(name: place, role: role))
      }
    }
    return lists
  }
}

/// The attributes of a tag: `NAME=VALUE` with commas between them; values may be quoted.
struct HLSAttributes {
  private var values: [Substring: Substring] = [:]

  init(_ line: Substring) {
    var rest = line.divided(at: ":").rest ?? ""
    while case (let name, var value?) = rest.divided(at: "=") {
      let name = name.trimmingBlanks
      if value.begins(with: "\"") {
        let (text, end) = Substring(value.unicodeScalars.dropFirst()).divided(at: "\"")
        values[name] = text
        value = end ?? ""
      } else {
        values[name] = value.divided(at: ",").first.trimmingBlanks
      }
      rest = value.divided(at: ",").rest ?? ""
    }
  }

  subscript(name: Substring) -> Substring? { values[name] }
}
