import Timekeeping

/// Parses a media playlist of HLS line by line.
struct SegmentListParser {
  private(set) var list: SegmentList
  private let location: String
  private var number: Int64 = 0
  private var duration: (MediaTime, rounding: MediaTime)?
  private var range: (length: Int64, start: Int64?)?
  /// The end of the last part of a file, where the next part without an offset begins.
  private var lastEnd: (location: String, end: Int64)?
  private var initialization: SegmentPart?
  private var isDiscontinuous = false
  private var isGap = false
  private var isEncrypted = false

  init(_ list: SegmentList, at location: String) {
    self.list = list
    self.location = location
  }

  mutating func take(_ line: Substring) {
    guard line.hasPrefix("#") else { return takeReference(line) }
    let (tag, value) = (line.prefix { $0 != ":" }, line.drop { $0 != ":" }.dropFirst())
    switch tag {
    case "#EXTINF": duration = Self.decimal(value.prefix { $0 != "," }.trimmingBlanks)
    case "#EXT-X-TARGETDURATION": list.targetDuration = Int64(value.trimmingBlanks)
    case "#EXT-X-MEDIA-SEQUENCE": number = Int64(value.trimmingBlanks) ?? 0
    case "#EXT-X-DISCONTINUITY": isDiscontinuous = true
    case "#EXT-X-GAP": isGap = true
    case "#EXT-X-ENDLIST": list.isComplete = true
    case "#EXT-X-INDEPENDENT-SEGMENTS": list.isIndependent = true
    case "#EXT-X-KEY": isEncrypted = HLSAttributes(line)["METHOD"] != "NONE"
    case "#EXT-X-BYTERANGE": range = Self.range(value)
    case "#EXT-X-MAP":
      let attributes = HLSAttributes(line)
      initialization = attributes["URI"].map { uri in
        let range = attributes["BYTERANGE"].flatMap(Self.range)
        return SegmentPart(
          location: RelativeReference.resolve(uri, against: location),
          range: range.flatMap { Self.bytes(from: $0.start ?? 0, count: $0.length) })
      }
    default: break
    }
  }

  private mutating func takeReference(_ line: Substring) {
    defer { (duration, range, isDiscontinuous, isGap) = (nil, nil, false, false) }
    guard let duration, list.segments.count < HLSPlaylist.greatestSegmentCount else { return }
    var part = SegmentPart(location: RelativeReference.resolve(line, against: location))
    if let range {
      let start =
        range.start ?? lastEnd.flatMap { $0.location == part.location ? $0.end : nil } ?? 0
      part.range = Self.bytes(from: start, count: range.length)
      lastEnd = part.range.map { (part.location, $0.upperBound) }
    }
    var segment = SegmentList.Segment(
      number: number, part: part, duration: duration.0, rounding: duration.rounding)
    segment.initialization = initialization
    segment.isDiscontinuous = isDiscontinuous
    segment.isGap = isGap
    segment.isEncrypted = isEncrypted
    list.segments.append(segment)
    number = number == .max ? number : number + 1
  }

  /// Parses `LENGTH` or `LENGTH@START`.
  private static func range(_ text: Substring) -> (length: Int64, start: Int64?)? {
    let parts = text.trimmingBlanks.split(separator: "@")
    guard let length = parts.first.flatMap({ Int64($0) }), length > 0 else { return nil }
    return (length, parts.count > 1 ? Int64(parts[1]) : nil)
  }

  private static func bytes(from start: Int64, count: Int64) -> Range<Int64>? {
    let (end, overflow) = start.addingReportingOverflow(count)
    return start < 0 || overflow ? nil : start..<end
  }

  /// Parses a decimal number of seconds, with at most nine decimal places, and half the unit of its
  /// last place.
  static func decimal(_ text: Substring) -> (MediaTime, rounding: MediaTime)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]), whole >= 0, whole < 1 << 31 else {
      return nil
    }
    let digits = parts.count == 2 ? parts[1].prefix(9) : ""
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let scale = digits.reduce(Int32(1)) { scale, _ in scale * 10 }
    let ticks = whole * Int64(scale) + (Int64(digits) ?? 0)
    // A whole number may be a rounded one in old playlists, too.
    return (
      MediaTime(ticks: ticks, timebase: Timebase(1, scale)),
      MediaTime(ticks: 500_000_000 / Int64(scale), timebase: .nanoseconds)
    )
  }
}
