import PlayheadTimekeeping

/// How a Representation of DASH names its segments: the elements that contain it, from the outermost,
/// whose attributes the inner ones inherit or replace.
struct DASHAddressing {
  let id: String
  private let base: String
  private let bandwidth: String
  private let duration: MediaTime?
  /// Whether all segments are available, and no others will be.
  private let isStatic: Bool
  /// The kind of addressing; nil for a single file.
  private let kind: String?
  /// The elements of that kind, from the innermost.
  private let levels: [ManifestElement]

  init(_ elements: [ManifestElement], at location: String, duration: MediaTime?, isStatic: Bool) {
    self.duration = duration
    self.isStatic = isStatic
    id = String((elements.last?["id"] ?? "?").prefix(100))
    bandwidth = String((elements.last?["bandwidth"] ?? "0").prefix(20))
    let kinds = ["SegmentTemplate", "SegmentList", "SegmentBase"]
    let inner = elements.reversed()
    kind = inner.lazy.compactMap { element in kinds.first { element.child($0) != nil } }.first
    levels = kind.map { kind in inner.compactMap { $0.child(kind) } } ?? []
    base = elements.reduce(location) { base, element in
      guard let text = element.child("BaseURL")?.text.manifestTrimmed, !text.isEmpty else {
        return base
      }
      return RelativeReference.resolve(text, against: base)
    }
  }

  /// Adds the segments to a list, or the reason why they are not known.
  func list(in list: inout SegmentList, atMost count: Int) {
    do throws(InvalidDeclaration) {
      try add(to: &list, atMost: count)
    } catch {
      list.segments = []
      list.invalid.append(error.name)
      list.uncheckedReason = "\(error.name) is invalid"
    }
  }

  private func add(
    to list: inout SegmentList, atMost count: Int
  ) throws(InvalidDeclaration) {
    guard let timebase = Timebase(reducing: 1, try number("timescale", from: 1) ?? 1) else {
      throw invalid("timescale")
    }
    let offset = try number("presentationTimeOffset") ?? 0
    list.representation?.offset = MediaTime(ticks: offset, timebase: timebase)
    switch kind {
    case "SegmentTemplate": try addTemplate(to: &list, timebase, offset, count)
    case "SegmentList": try addURLs(to: &list, timebase, offset, count)
    default:
      if let base = levels.first(where: { $0["indexRange"] != nil }) {
        return try addIndex(to: &list, base)
      }
      addFile(to: &list, number: 1, try part(of: nil))
    }
  }

  private func attribute(_ name: String) -> String? { levels.lazy.compactMap { $0[name] }.first }
  private func child(_ name: String) -> ManifestElement? {
    levels.lazy.compactMap { $0.child(name) }.first
  }

  private func number(
    _ name: String, from least: Int64 = 0
  ) throws(InvalidDeclaration) -> Int64? {
    try levels.first { $0[name] != nil }?.number(name, from: least)
  }

  private func invalid(_ name: String) -> InvalidDeclaration {
    InvalidDeclaration(name: "\(kind ?? "SegmentBase")@\(name)")
  }

  /// Returns the numbers of the segments: the first one, and how many there are if it is declared.
  private func numbers() throws(InvalidDeclaration) -> (first: Int64, count: Int?) {
    let first = try number("startNumber") ?? 1
    guard let last = try number("endNumber") else { return (first, nil) }
    if last < first { throw invalid("endNumber") }
    return (first, Int(clamping: Int128(last - first) + 1))
  }

  /// Returns the part that an element refers to; without a reference, a part of the file that `BaseURL` names.
  private func part(
    of element: ManifestElement?, _ name: String = "sourceURL", range: String = "range"
  ) throws(InvalidDeclaration) -> SegmentPart {
    let location = element?[name].map { RelativeReference.resolve($0, against: base) } ?? base
    guard location.utf8.count <= 2 * DASHTemplate.greatestLength else {
      throw InvalidDeclaration(name: element.map { "\($0.name)@\(name)" } ?? "BaseURL")
    }
    guard let element, let text = element[range] else { return SegmentPart(location: location) }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
      last < .max
    else { throw InvalidDeclaration(name: "\(element.name)@\(range)") }
    return SegmentPart(location: location, range: first..<last + 1)
  }

  /// Returns the headers that `Initialization` names; nil without that element.
  private func initialization() throws(InvalidDeclaration) -> SegmentPart? {
    guard let element = child("Initialization") else { return nil }
    return try part(of: element)
  }

  /// Adds a segment that lasts as long as the Period.
  private func addFile(
    to list: inout SegmentList, number: Int64, _ part: SegmentPart,
    _ initialization: SegmentPart? = nil
  ) {
    guard let duration else {
      list.uncheckedReason = "the duration of the Period is unknown"
      return
    }
    var segment = SegmentList.Segment(
      number: number, part: part, duration: duration, rounding: .milliseconds(100))
    segment.initialization = initialization
    list.segments = [segment]
  }

  /// The media file lists its segments.
  private func addIndex(
    to list: inout SegmentList, _ base: ManifestElement
  ) throws(InvalidDeclaration) {
    let place = try part(of: base, range: "indexRange")
    guard let bytes = place.range else { return }
    let headers = SegmentPart(location: place.location, range: 0..<bytes.lowerBound)
    list.index = SegmentIndex.Location(
      part: place,
      initialization: try initialization() ?? (bytes.lowerBound > 0 ? headers : nil))
  }

  private func addTemplate(
    to list: inout SegmentList, _ timebase: Timebase, _ offset: Int64, _ count: Int
  ) throws(InvalidDeclaration) {
    guard let media = attribute("media"),
      let template = DASHTemplate(media, id: id, bandwidth: bandwidth)
    else {
      list.uncheckedReason = "the media of SegmentTemplate is missing or invalid"
      return
    }
    let name = attribute("initialization") ?? child("Initialization")?["sourceURL"]
    var initialization: SegmentPart?
    if let name {
      initialization = DASHTemplate(name, id: id, bandwidth: bandwidth)
        .flatMap { part($0.url(number: 0, time: 0)) }
      if initialization == nil {
        list.uncheckedReason = "the initialization of SegmentTemplate is invalid"
        return
      }
    }
    let (first, declared) = try numbers()
    let greatest = min(template.isVaried ? count : min(count, 1), declared ?? .max)
    let times = try times(timebase, offset, greatest, isCounted: declared != nil)
    for (index, time) in times.enumerated() {
      let (number, overflow) = first.addingReportingOverflow(Int64(index))
      if overflow { throw invalid("startNumber") }
      guard let part = part(template.url(number: number, time: time.start)) else {
        throw invalid("media")
      }
      list.segments.append(time.segment(number, part, initialization, timebase))
    }
    finish(&list)
  }

  /// Returns the file that a template names; nil if its name is too long.
  private func part(_ name: String) -> SegmentPart? {
    let location = RelativeReference.resolve(name, against: base)
    return location.utf8.count <= 2 * DASHTemplate.greatestLength
      ? SegmentPart(location: location) : nil
  }

  private func addURLs(
    to list: inout SegmentList, _ timebase: Timebase, _ offset: Int64, _ count: Int
  ) throws(InvalidDeclaration) {
    let urls = levels.lazy.map { $0.children("SegmentURL") }.first { !$0.isEmpty } ?? []
    let (first, declared) = try numbers()
    let initialization = try initialization()
    if urls.count == 1, count > 0, attribute("duration") == nil,
      child("SegmentTimeline") == nil
    {
      let part = try part(of: urls[0], "media", range: "mediaRange")
      return addFile(to: &list, number: first, part, initialization)
    }
    let greatest = min(count, urls.count, declared ?? .max)
    let times = try times(timebase, offset, greatest, isCounted: true)
    for (index, (url, time)) in zip(urls, times).enumerated() {
      let (number, overflow) = first.addingReportingOverflow(Int64(index))
      if overflow { throw invalid("startNumber") }
      let part = try part(of: url, "media", range: "mediaRange")
      list.segments.append(time.segment(number, part, initialization, timebase))
    }
    finish(&list)
  }

  private func finish(_ list: inout SegmentList) {
    if !list.segments.isEmpty {
      list.removeUnpresented()
      if list.segments.isEmpty { list.uncheckedReason = "the Period presents none of its segments" }
    } else {
      list.uncheckedReason =
        isStatic
        ? "without SegmentTimeline or durations, the number of segments is unknown"
        : "a dynamic manifest without SegmentTimeline lists no segments"
    }
  }

  /// Returns the times of at most `count` segments; if they are counted, the end of the Period does not limit them.
  private func times(
    _ timebase: Timebase, _ offset: Int64, _ count: Int, isCounted: Bool
  ) throws(InvalidDeclaration) -> [DASHSegmentTime] {
    let length = duration?.converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    var end = length.flatMap { length -> Int64? in
      let (end, overflow) = offset.addingReportingOverflow(length)
      return overflow ? nil : end
    }
    if let timeline = child("SegmentTimeline") {
      return try DASHSegmentTime.list(
        timeline.children("S"), until: end ?? (isCounted ? .max : nil), atMost: count)
    }
    let each = try number("duration", from: 1) ?? 0
    // Which of them exist depends on the time of day.
    if !isStatic { return [] }
    if isCounted { end = .max }
    return DASHSegmentTime.list(each: each, offset, until: end, atMost: count)
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var manifestTrimmed: String {
    let text = drop { $0.isWhitespace }
    return String(text.reversed().drop { $0.isWhitespace }.reversed())
  }
}
