import Timekeeping

/// A playlist of HTTP Live Streaming (RFC 8216).
package enum HLSPlaylist: Hashable, Sendable {
  /// The lists that a multivariant (master) playlist names, without subtitles.
  case lists([SegmentList])
  case segments(SegmentList)

  /// The limit for each playlist. Further segments are ignored.
  package static let greatestSegmentCount = 100_000
  /// The limit for the lists of a multivariant playlist.
  package static let greatestListCount = 64

  /// Parses a playlist; returns nil if it is not one of HLS.
  ///
  /// - Parameters:
  ///   - text: The text of the playlist.
  ///   - location: The path or URL of the playlist, against which its references are resolved.
  ///   - list: The name and the role of the list.
  package init?(_ text: String, at location: String, list: SegmentList) {
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    guard lines.first?.hasPrefix("#EXTM3U") == true else { return nil }
    if lines.contains(where: { $0.hasPrefix("#EXT-X-STREAM-INF:") }) {
      self = .lists(Self.lists(lines, at: location))
    } else if lines.contains(where: { $0.hasPrefix("#EXT-X-TARGETDURATION:") }) {
      var parser = SegmentListParser(list, at: location)
      for line in lines { parser.take(line) }
      self = .segments(parser.list)
    } else {
      return nil
    }
  }

  private static func lists(_ lines: [Substring], at location: String) -> [SegmentList] {
    var lists: [SegmentList] = []
    var isVariant = false
    for line in lines {
      var reference: (Substring, SegmentList.Role)?
      if line.hasPrefix("#EXT-X-STREAM-INF:") {
        isVariant = true
      } else if line.hasPrefix("#EXT-X-MEDIA:") {
        let attributes = HLSAttributes(line)
        if attributes["TYPE"] == "AUDIO", let uri = attributes["URI"] { reference = (uri, .audio) }
      } else if !line.hasPrefix("#"), isVariant {
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
    var rest = line.drop { $0 != ":" }.dropFirst()
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].trimmingBlanks
      rest = rest[equals...].dropFirst()
      if rest.first == "\"" {
        rest = rest.dropFirst()
        values[name] = rest.prefix { $0 != "\"" }
        rest = rest.drop { $0 != "\"" }
      } else {
        values[name] = rest.prefix { $0 != "," }.trimmingBlanks
      }
      rest = rest.drop { $0 != "," }.dropFirst()
    }
  }

  subscript(name: Substring) -> Substring? { values[name] }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmingBlanks: Substring {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
