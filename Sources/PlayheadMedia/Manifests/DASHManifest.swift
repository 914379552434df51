import PlayheadTimekeeping

/// A manifest (MPD) of MPEG-DASH (ISO/IEC 23009-1).
package struct DASHManifest: Hashable, Sendable {
  /// Whether all segments are available, and no others will be.
  package let isStatic: Bool
  /// The declared duration of the presentation.
  package let duration: MediaTime?
  /// A list for each Representation of audio or video in each Period.
  package private(set) var lists: [SegmentList] = []
  /// The index of the Period that FFmpeg plays: the last one of the longest, of which it reads `duration` in whole seconds.
  package private(set) var playedPeriod = 0
  /// The length of each Period, if it is known.
  package private(set) var lengths: [Int: MediaTime] = [:]
  /// The timestamps at the start of each Period, by the identifiers of its Representations that begin there.
  package private(set) var offsets: [Int: [String: MediaTime]] = [:]

  /// The number of segments that may still be listed, in all Representations.
  private var remainingCount = HLSManifest.greatestSegmentCount

  /// Interprets a manifest, whose references are relative to its location; nil if the element is not one of DASH.
  package init?(_ root: ManifestElement, at location: String) {
    guard root.name == "MPD" else { return nil }
    isStatic = root["type"] != "dynamic"
    var invalid: [String] = []
    duration = Self.time("mediaPresentationDuration", of: root, &invalid)
    let periods = root.children("Period")
    var start = MediaTime.zero
    var longest = 0.0
    for (index, period) in periods.enumerated() {
      start = Self.time("start", of: period, &invalid) ?? start
      let isLast = index + 1 == periods.count
      let end = isLast ? duration : periods[index + 1]["start"].flatMap(DASHDuration.time)
      var length = Self.time("duration", of: period, &invalid) ?? end?.subtracting(start)
      if let declared = length, declared < .zero {
        invalid.append("Period@start")
        length = nil
      }
      let seconds = (period["duration"].flatMap(DASHDuration.time)?.seconds ?? 0).rounded(.down)
      if seconds >= longest { (playedPeriod, longest) = (index, seconds) }
      lengths[index] = length
      let place = SegmentList.DASHRepresentation(
        period: index, isOnlyPeriod: periods.count == 1, start: start, duration: length)
      let first = lists.count
      add(period, at: location, [root, period], place)
      if first < lists.count {
        lists[first].invalid = invalid + lists[first].invalid
        invalid = []
      }
      start = length.flatMap { start.adding($0) } ?? start
    }
  }

  /// Returns the duration in an attribute; nil if there is none, or an invalid one.
  private static func time(
    _ attribute: String, of element: ManifestElement, _ invalid: inout [String]
  ) -> MediaTime? {
    guard let text = element[attribute] else { return nil }
    let time = DASHDuration.time(text)
    if time == nil { invalid.append("\(element.name)@\(attribute)") }
    return time
  }

  private mutating func add(
    _ period: ManifestElement, at location: String, _ outer: [ManifestElement],
    _ place: SegmentList.DASHRepresentation
  ) {
    let sets = period.children("AdaptationSet")
    let hasVideo = sets.contains { Self.kind(of: $0, nil) == .video }
    for (index, set) in sets.enumerated() {
      for (number, representation) in set.children("Representation").enumerated() {
        let kind = Self.kind(of: set, representation)
        guard let kind, lists.count < HLSManifest.greatestListCount else { continue }
        let addressing = DASHAddressing(
          outer + [set, representation], at: location, duration: place.duration,
          isStatic: isStatic)
        var list = SegmentList(
          name: place.prefix + "Representation \(addressing.id)",
          role: kind == .audio && hasVideo ? .audio : .variant)
        list.isComplete = isStatic
        let access = representation["startWithSAP"] ?? set["startWithSAP"]
        list.isIndependent = access == "1" || access == "2"
        list.representation = place
        list.representation?.set = index
        list.representation?.representation = number
        list.representation?.isAligned = set["segmentAlignment"].map { $0 != "false" } ?? false
        addressing.list(in: &list, atMost: remainingCount)
        if !list.beginsLate {
          offsets[place.period, default: [:]][addressing.id] = list.representation?.offset
        }
        if let bandwidth = representation["bandwidth"], UInt32(bandwidth) == nil {
          list.invalid.append("Representation@bandwidth")
        }
        remainingCount -= list.segments.count
        lists.append(list)
      }
    }
  }

  /// Returns what a set contains; nil if it is neither audio nor video.
  private static func kind(
    of set: ManifestElement, _ representation: ManifestElement?
  ) -> MediaTrack.Kind? {
    let inner = representation ?? set.child("Representation")
    let type = set["contentType"] ?? set["mimeType"] ?? inner?["mimeType"] ?? "video"
    if type.hasPrefix("video") { return .video }
    return type.hasPrefix("audio") ? .audio : nil
  }
}

/// A duration of XML Schema, as manifests of DASH declare it: `PT1H2M3.5S`.
enum DASHDuration {
  /// Returns the duration; nil if it is invalid or negative, or counts years or months, whose lengths differ.
  static func time(_ text: String) -> MediaTime? {
    guard text.first == "P" else { return nil }
    var (isTime, digits, total) = (false, "", MediaTime.zero)
    for character in text.dropFirst() {
      if character == "T" {
        guard !isTime, digits.isEmpty else { return nil }
        isTime = true
      } else if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
      } else {
        let scales: [Character: Int64] =
          isTime ? ["H": 3_600, "M": 60, "S": 1] : ["Y": 0, "M": 0, "D": 86_400]
        guard let scale = scales[character], let (part, _) = SegmentListParser.decimal(digits[...]),
          scale > 0 || part == .zero, let seconds = part.multiplied(by: scale),
          let sum = total.adding(seconds)
        else { return nil }
        (total, digits) = (sum, "")
      }
    }
    return digits.isEmpty && text.last != "P" && text.last != "T" ? total : nil
  }
}
