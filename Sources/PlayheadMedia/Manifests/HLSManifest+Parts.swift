import PlayheadTimekeeping

extension HLSManifest {
  /// The tags that apply to the next segment only (RFC 8216, 4.3.2).
  private static let segmentTags: Set<Substring> = [
    "#EXTINF", "#EXT-X-BYTERANGE", "#EXT-X-DISCONTINUITY", "#EXT-X-PROGRAM-DATE-TIME", "#EXT-X-GAP",
    "#EXT-X-BITRATE",
  ]

  /// Returns a list of segments without those before a part; nil if there is no such part.
  package static func list(_ text: String, fromPart number: Int) -> String? {
    // Keys and headers that were declared before the part, and the numbers of the segments, stay the same.
    guard case .segments(let list)? = HLSManifest(text, at: "", list: SegmentList(name: "")),
      case let parts = list.parts, parts.indices.contains(number), number > 0
    else { return nil }
    let first = parts[number]
    var lines: [Substring] = []
    var tags: [Substring] = []
    var count = 0
    for line in Self.lines(of: text) {
      if count > first {
        lines.append(line)
      } else if line.begins(with: "#") {
        let tag = line.divided(at: ":").first
        if segmentTags.contains(tag) {
          tags.append(line)
        } else if tag != "#EXT-X-MEDIA-SEQUENCE" {
          lines.append(line)
        }
      } else {
        if count == first {
          lines.append("#EXT-X-MEDIA-SEQUENCE:\(list.segments[first].number)")
          lines += tags.map { tag in
            guard tag.begins(with: "#EXT-X-BYTERANGE"), let range = list.segments[first].part.range
            else { return tag }
            // Without an offset, the range would follow the segment before.
            return "#EXT-X-BYTERANGE:\(range.count)@\(range.lowerBound)"
          }
          lines.append(line)
        }
        tags = []
        count += 1
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SegmentList {
  /// The indices of the first segments of parts whose timestamps need not continue each other.
  package var parts: [Int] {
    let first = segments.firstIndex { !$0.isGap } ?? 0
    return segments.indices.filter { $0 == 0 || $0 > first && segments[$0].isDiscontinuous }
  }

  /// The declared length of the segments before the first one with media, and behind the last one.
  package var outerGaps: (before: MediaTime, after: MediaTime) {
    if segments.allSatisfy(\.isGap) { return (.zero, .zero) }
    func length(_ segments: some Sequence<Segment>) -> MediaTime {
      segments.prefix { $0.isGap }.reduce(.zero) { sum, segment in
        segment.duration.flatMap { sum.adding($0) } ?? sum
      }
    }
    return (length(segments), length(segments.reversed()))
  }
}
