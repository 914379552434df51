import PlayheadTimekeeping

/// Parses a media playlist of HLS line by line.
struct SegmentListParser {
  private(set) var list: SegmentList
  private let location: String
  private var number: Int64 = 0
  private var duration: (time: MediaTime, rounding: MediaTime)?
  private var range: ByteRange?
  /// The end of the last part of a file, where the next part without an offset begins.
  private var lastEnd: (location: String, end: Int64)?
  private var initialization: SegmentPart?
  private var isMapInvalid = false
  private var isDiscontinuous = false
  private var isGap = false
  private var isEncrypted = false

  init(_ list: SegmentList, at location: String) {
    self.list = list
    self.location = location
  }

  mutating func parse(_ line: Substring) {
    guard line.begins(with: "#") else { return addSegment(line) }
    let (tag, value) = line.divided(at: ":")
    let text = (value ?? "").trimmingBlanks
    switch tag {
    case "#EXTINF": duration = Self.decimal(text.divided(at: ",").first.trimmingBlanks)
    case "#EXT-X-TARGETDURATION":
      list.targetDuration = number(text, in: 0..<1 << 31, "EXT-X-TARGETDURATION")
    case "#EXT-X-MEDIA-SEQUENCE":
      number = number(text, in: 0..<1 << 62, "EXT-X-MEDIA-SEQUENCE") ?? 0
    case "#EXT-X-DISCONTINUITY": isDiscontinuous = true
    case "#EXT-X-GAP": isGap = true
    case "#EXT-X-ENDLIST": list.isComplete = true
    case "#EXT-X-I-FRAMES-ONLY": list.hasOnlyKeyframes = true
    case "#EXT-X-INDEPENDENT-SEGMENTS": list.isIndependent = true
    case "#EXT-X-KEY": isEncrypted = HLSAttributes(line)["METHOD"] != "NONE"
    case "#EXT-X-BYTERANGE": range = ByteRange(text)
    case "#EXT-X-MAP": parseMap(HLSAttributes(line))
    default: break
    }
  }

  private mutating func parseMap(_ attributes: HLSAttributes) {
    (initialization, isMapInvalid) = (nil, false)
    guard let uri = attributes["URI"] else { return isMapInvalid = true }
    var part = SegmentPart(location: RelativeReference.resolve(uri, against: location))
    if let text = attributes["BYTERANGE"] {
      part.range = ByteRange(text).bytes(after: 0)
      isMapInvalid = part.range == nil
    }
    initialization = part
  }

  private mutating func number(
    _ text: Substring, in range: Range<Int64>, _ tag: String
  ) -> Int64? {
    if let number = Int64(text), range.contains(number) { return number }
    if !list.invalid.contains(tag) { list.invalid.append(tag) }
    return nil
  }

  private mutating func addSegment(_ line: Substring) {
    defer { (duration, range, isDiscontinuous, isGap) = (nil, nil, false, false) }
    guard list.segments.count < HLSManifest.greatestSegmentCount else { return }
    var part = SegmentPart(location: RelativeReference.resolve(line, against: location))
    if let range {
      part.range = range.bytes(
        after: lastEnd.flatMap { $0.location == part.location ? $0.end : nil } ?? 0)
      lastEnd = part.range.map { (part.location, $0.upperBound) }
    }
    var segment = SegmentList.Segment(
      number: number, part: part, duration: duration?.time, rounding: duration?.rounding ?? .zero)
    segment.initialization = initialization
    segment.isDiscontinuous = isDiscontinuous
    segment.isGap = isGap
    segment.isEncrypted = isEncrypted
    if range != nil, part.range == nil {
      segment.measured = .failed("EXT-X-BYTERANGE is invalid")
    } else if isMapInvalid {
      segment.measured = .failed("EXT-X-MAP is invalid")
    }
    list.segments.append(segment)
    number += 1
  }

  /// Parses seconds with at most nine decimal places; the rounding is half the unit of the last one.
  static func decimal(_ text: Substring) -> (time: MediaTime, rounding: MediaTime)? {
    let (first, rest) = text.divided(at: ".")
    func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }
    guard isNumber(first), isNumber(rest ?? ""), let whole = Int64(first), whole < 1 << 31 else {
      return nil
    }
    let digits = (rest ?? "").prefix(9)
    let scale = digits.reduce(Int32(1)) { scale, _ in scale * 10 }
    let ticks = whole * Int64(scale) + (Int64(digits) ?? 0)
    // A whole number may be a rounded one in old manifests, too.
    return (
      MediaTime(ticks: ticks, timebase: Timebase(1, scale)),
      MediaTime(ticks: 500_000_000 / Int64(scale), timebase: .nanoseconds)
    )
  }
}

/// The value of `EXT-X-BYTERANGE`: `LENGTH` or `LENGTH@START`.
private struct ByteRange {
  /// Nil if the value is invalid.
  private let length: Int64?
  private let start: Int64?

  init(_ text: Substring) {
    let (length, start) = text.divided(at: "@")
    self.start = start.map { Int64($0) ?? -1 }
    self.length = Int64(length)
  }

  /// Returns the bytes of the part, which without a start follows `end`; nil if the value is invalid.
  func bytes(after end: Int64) -> Range<Int64>? {
    let start = start ?? end
    guard let length, length > 0, start >= 0 else { return nil }
    let (end, overflow) = start.addingReportingOverflow(length)
    return overflow ? nil : start..<end
  }
}
