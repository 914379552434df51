import Timekeeping

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
    guard let timebase = Timebase(reducing: 1, number("timescale") ?? 1) else {
      list.unjudged = "the timescale is invalid"
      return
    }
    let offset = number("presentationTimeOffset") ?? 0
    list.place?.offset = MediaTime(ticks: offset, timebase: timebase)
    switch kind {
    case "SegmentTemplate": addTemplate(to: &list, timebase, offset, count)
    case "SegmentList": addURLs(to: &list, timebase, offset, count)
    default:
      if let range = attribute("indexRange") { return addIndex(to: &list, range) }
      if duration == nil { list.unjudged = "the duration of the Period is unknown" }
      addFile(to: &list)
    }
  }

  private func attribute(_ name: String) -> String? { levels.lazy.compactMap { $0[name] }.first }
  private func number(_ name: String) -> Int64? { attribute(name).flatMap { Int64($0) } }
  private func child(_ name: String) -> ManifestElement? {
    levels.lazy.compactMap { $0.child(name) }.first
  }

  /// Returns a file, or the file that `BaseURL` names; nil if the reference or the range is invalid.
  private func part(_ reference: String?, range: String? = nil) -> SegmentPart? {
    let location = reference.map { RelativeReference.resolve($0, against: base) } ?? base
    guard location.utf8.count <= 2 * DASHTemplate.greatestLength else { return nil }
    guard let range else { return SegmentPart(location: location) }
    let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
      last < .max
    else { return nil }
    return SegmentPart(location: location, range: first..<last + 1)
  }

  private func addFile(to list: inout SegmentList) {
    guard let duration, base.utf8.count <= 2 * DASHTemplate.greatestLength else { return }
    let segment = SegmentList.Segment(
      number: 1, part: SegmentPart(location: base), duration: duration,
      rounding: .milliseconds(100))
    list.segments = [segment]
  }

  /// The media file lists its segments.
  private func addIndex(to list: inout SegmentList, _ range: String) {
    guard let part = part(nil, range: range), let bytes = part.range else {
      list.unjudged = "the indexRange of SegmentBase is invalid"
      return
    }
    let declared = child("Initialization").map { self.part($0["sourceURL"], range: $0["range"]) }
    let headers = SegmentPart(location: part.location, range: 0..<bytes.lowerBound)
    list.index = SegmentIndex.Place(
      part: part, initialization: declared ?? (bytes.lowerBound > 0 ? headers : nil))
  }

  private func addTemplate(
    to list: inout SegmentList, _ timebase: Timebase, _ offset: Int64, _ count: Int
  ) {
    guard let media = attribute("media"),
      let template = DASHTemplate(media, id: id, bandwidth: bandwidth)
    else {
      list.unjudged = "the media of SegmentTemplate is missing or invalid"
      return
    }
    let name = attribute("initialization") ?? child("Initialization")?["sourceURL"]
    var initialization: SegmentPart?
    if let name {
      initialization = DASHTemplate(name, id: id, bandwidth: bandwidth)
        .flatMap { part($0.url(number: 0, time: 0)) }
      if initialization == nil {
        list.unjudged = "the initialization of SegmentTemplate is invalid"
        return
      }
    }
    let times = times(timebase, offset, template.isVaried ? count : min(count, 1))
    let first = number("startNumber") ?? 1
    for (index, time) in times.enumerated() {
      let (number, overflow) = first.addingReportingOverflow(Int64(index))
      if overflow { break }
      guard let part = part(template.url(number: number, time: time.start)) else { continue }
      list.segments.append(time.segment(number, part, initialization, timebase))
    }
    explainEmpty(&list)
  }

  private func addURLs(
    to list: inout SegmentList, _ timebase: Timebase, _ offset: Int64, _ count: Int
  ) {
    let urls = levels.lazy.map { $0.children("SegmentURL") }.first { !$0.isEmpty } ?? []
    let times = times(timebase, offset, min(count, urls.count), counted: true)
    let initialization = child("Initialization").flatMap {
      part($0["sourceURL"], range: $0["range"])
    }
    let first = number("startNumber") ?? 1
    for (index, (url, time)) in zip(urls, times).enumerated() {
      let (number, overflow) = first.addingReportingOverflow(Int64(index))
      guard !overflow, let part = part(url["media"], range: url["mediaRange"]) else {
        continue
      }
      list.segments.append(time.segment(number, part, initialization, timebase))
    }
    explainEmpty(&list)
  }

  private func explainEmpty(_ list: inout SegmentList) {
    if list.segments.isEmpty {
      list.unjudged =
        isStatic
        ? "without SegmentTimeline or durations, the number of segments is unknown"
        : "a dynamic manifest without SegmentTimeline lists no segments"
    }
  }

  /// Returns the times of at most `count` segments, of exactly so many if they are counted.
  private func times(
    _ timebase: Timebase, _ offset: Int64, _ count: Int, counted: Bool = false
  ) -> [DASHSegmentTime] {
    let length = duration?.converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    let end = length.flatMap { length -> Int64? in
      let (end, overflow) = offset.addingReportingOverflow(length)
      return overflow ? nil : end
    }
    if let timeline = child("SegmentTimeline") {
      return DASHSegmentTime.list(timeline.children("S"), until: end, atMost: count)
    }
    // Which of them exist depends on the time of day.
    if !isStatic { return [] }
    return DASHSegmentTime.list(
      each: number("duration") ?? 0, offset, until: counted ? .max : end, atMost: count)
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var manifestTrimmed: String {
    let text = drop { $0.isWhitespace }
    return String(text.reversed().drop { $0.isWhitespace }.reversed())
  }
}
