import PlayheadTimekeeping

/// A segment index (`sidx`) of an ISO base media file: ISO/IEC 14496-12, 8.16.3.
package struct SegmentIndex: Hashable, Sendable {
  /// Where in a media file its segments are listed, as a manifest of DASH declares it.
  package struct Location: Hashable, Sendable, Codable {
    /// The bytes of the index.
    package var part: SegmentPart
    /// The headers that the segments need.
    package var initialization: SegmentPart?
  }

  /// A segment.
  package struct Entry: Hashable, Sendable {
    /// The bytes of the segment.
    package let range: Range<Int64>
    /// The timestamp of the start.
    package let start: MediaTime
    /// The duration.
    package let duration: MediaTime
  }

  /// The segments in the order of the file.
  package private(set) var entries: [Entry] = []
  /// Whether the index refers to further indexes, whose segments are not in `entries`.
  package private(set) var isNested = false

  /// Parses the first index in a part of a file; returns nil if there is none, or if it is damaged.
  package init?(_ bytes: [UInt8], at offset: Int64) {
    var reader = Reader(bytes: bytes[...])
    while let length = reader.number(4), let kind = reader.number(4) {
      let content = length == 1 ? reader.number(8).map { $0 - 16 } : length - 8
      guard let content, content >= 0, content <= reader.bytes.count else { return nil }
      let end = reader.bytes.startIndex + Int(content)
      if kind == 0x7369_6478 {
        reader.bytes = reader.bytes[..<end]
        let (place, overflow) = offset.addingReportingOverflow(Int64(end))
        guard !overflow, read(&reader, after: place) else { return nil }
        return
      }
      reader.bytes = reader.bytes[end...]
    }
    return nil
  }

  private mutating func read(_ reader: inout Reader, after end: Int64) -> Bool {
    guard let version = reader.number(1), reader.number(3) != nil, reader.number(4) != nil,
      let timebase = reader.number(4).flatMap({ Timebase(reducing: 1, $0) }),
      var time = reader.number(version == 0 ? 4 : 8),
      let first = reader.number(version == 0 ? 4 : 8),
      reader.number(2) != nil, let count = reader.number(2)
    else { return false }
    var (place, overflow) = end.addingReportingOverflow(first)
    for _ in 0..<count {
      guard !overflow, let reference = reader.number(4), let duration = reader.number(4),
        reader.number(4) != nil
      else { return false }
      let start = place
      (place, overflow) = start.addingReportingOverflow(reference & 0x7FFF_FFFF)
      let (next, isLate) = time.addingReportingOverflow(duration)
      if overflow || isLate { return false }
      if reference >> 31 == 1 {
        isNested = true
      } else {
        entries.append(
          Entry(
            range: start..<place, start: MediaTime(ticks: time, timebase: timebase),
            duration: MediaTime(ticks: duration, timebase: timebase)))
      }
      time = next
    }
    return true
  }
}

extension SegmentList {
  /// Adds at most `count` segments of an index, or the reason why they are not known; a damaged index is nil.
  package mutating func append(
    _ index: SegmentIndex?, _ place: SegmentIndex.Location, atMost count: Int
  ) {
    guard let index, !index.entries.isEmpty || index.isNested else {
      uncheckedReason = "the indexRange of SegmentBase contains no segment index"
      return
    }
    if index.isNested {
      uncheckedReason = "the segment index refers to further indexes"
      return
    }
    for (number, entry) in index.entries.prefix(count).enumerated() {
      var segment = Segment(
        number: Int64(number + 1),
        part: SegmentPart(location: place.part.location, range: entry.range),
        duration: entry.duration, rounding: .zero)
      segment.start = entry.start
      segment.initialization = place.initialization
      segments.append(segment)
    }
    removeUnpresented()
    if segments.isEmpty { uncheckedReason = "the Period presents none of its segments" }
  }
}

/// Reads big-endian numbers.
private struct Reader {
  var bytes: ArraySlice<UInt8>

  /// Returns the next number of at most eight bytes; nil at the end, or if it exceeds 63 bits.
  mutating func number(_ count: Int) -> Int64? {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return Int64(exactly: bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
