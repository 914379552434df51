import PlayheadMedia
import PlayheadTimekeeping

/// Compares the lists of a manifest with their segments, and the lists with each other.
enum ManifestRules {
  /// The longest pause of a recording, in seconds: a greater jump is another one.
  private static let longestPause = 10.0

  static func findings(
    in lists: [SegmentList], _ limits: FindingLimits = FindingLimits()
  ) -> [Finding] {
    lists.flatMap { SegmentListRules.findings(in: $0, limits) }
      + PeriodRule.findings(in: lists, limits)
      + Dictionary(grouping: lists) { $0.representation?.period ?? 0 }.sorted { $0.key < $1.key }
      .flatMap { alignment(of: $0.value, limits) }
  }

  /// Finds variants that change at other times, so that players cannot switch, and separate audio that ends elsewhere.
  private static func alignment(
    of all: [SegmentList], _ limits: FindingLimits
  ) -> [Finding] {
    // A list without segments has its own finding.
    let lists = all.filter { !$0.segments.isEmpty }
    guard let first = lists.first(where: { $0.role == .variant }) else { return [] }
    return lists.flatMap { list -> [Finding] in
      if list == first { return [] }
      // Players of DASH change between the Representations of an AdaptationSet.
      let peer = lists.first {
        $0.representation?.set == list.representation?.set && $0.role == list.role
      }
      switch list.role {
      case .variant: return differences(between: peer ?? first, and: list, limits)
      case .audio:
        let others = peer.flatMap {
          list.representation == nil ? nil : differences(between: $0, and: list, limits)
        }
        return (others ?? []) + audioOffset(of: list, from: first, limits)
      }
    }
  }

  private static func differences(
    between first: SegmentList, and other: SegmentList, _ limits: FindingLimits
  ) -> [Finding] {
    if first == other { return [] }
    let pairs = SegmentPairs(of: other, with: first)
    let apart = pairs.pairs.compactMap { segment, expected -> (Int64, Double)? in
      guard let track = segment.mainTrack, let expected = expected.mainTrack,
        expected.kind == track.kind
      else { return nil }
      let difference = track.startSeconds(after: expected.startTime, period: expected.period)
      let isApart =
        abs(difference) > track.tick + expected.tick
        && limits.severity(of: .variantAlignment, on: nil, [.seconds: difference]) != nil
      return isApart ? (segment.number, difference) : nil
    }
    let (missing, unlisted) = (pairs.missingCount, pairs.unlisted)
    let greatest = apart.map { abs($0.1) }.max() ?? 0
    guard !apart.isEmpty || missing != 0 || !unlisted.isEmpty,
      let severity = limits.severity(
        of: .variantAlignment, on: nil,
        usual: other.representation?.isAligned == false ? .warning : .error,
        missing != 0 || greatest == 0 ? [:] : [.seconds: greatest])
    else { return [] }
    let numbers = (apart.map(\.0) + unlisted).sorted()
    var parts: [String] = []
    if missing != 0 {
      parts.append(counted(abs(missing), "segment") + (missing > 0 ? " fewer" : " more"))
    }
    if greatest > 0 {
      parts.append("\(apart.map(\.0).listed) up to \(milliseconds(greatest)) apart")
    }
    if !unlisted.isEmpty {
      parts.append("\(unlisted.listed) without a segment of the same number there")
    }
    return [
      Finding(
        .variantAlignment, severity, in: other, numbers,
        "not aligned with \(first.name): " + parts.joined(separator: ", "))
    ]
  }

  private static func audioOffset(
    of audio: SegmentList, from video: SegmentList, _ limits: FindingLimits
  ) -> [Finding] {
    // The windows of live lists may differ.
    guard audio.representation != nil || audio.isComplete && video.isComplete,
      let first = video.segments.first?.mainTrack, first.kind == .video,
      let sound = audio.segments.first?.mainTrack,
      let last = video.segments.last?.mainTrack, let lastSound = audio.segments.last?.mainTrack
    else { return [] }
    var findings: [Finding] = []
    let shift =
      (audio.representation?.shift.seconds ?? 0) - (video.representation?.shift.seconds ?? 0)
    let start =
      sound.seconds(
        from: video.presented(first.startTime), to: audio.presented(sound.startTime), first.period)
      + shift
    // Renditions without a common clock say nothing about each other; their join is reported.
    if audio.representation == nil, abs(start) > longestPause { return [] }
    if let severity = limits.severity(of: .audioVideoOffset, on: .audio, [.seconds: start]) {
      findings.append(
        Finding(
          .audioVideoOffset, severity, in: audio,
          [audio.segments[0].number], at: sound.startTime, FindingMessage.audioOffset(start).text))
    }
    let end =
      lastSound.seconds(
        from: video.presented(last.endTime), to: audio.presented(lastSound.endTime), last.period)
      + shift
    let ending = end > 0 ? MediaTrack.Kind.video : .audio
    if let severity = limits.severity(of: .earlyEnd, on: ending, [.seconds: end]) {
      findings.append(
        Finding(
          .earlyEnd, severity, in: audio,
          audio.segments.suffix(1).map(\.number), at: lastSound.endTime,
          "audio ends \(seconds(abs(end))) \(end > 0 ? "later" : "earlier") than video"))
    }
    return findings
  }
}

extension Finding {
  init(
    _ kind: Kind, _ severity: Severity, in list: SegmentList, _ segments: [Int64],
    at place: MediaTime? = nil, _ sentence: String
  ) {
    self.init(
      kind: kind, severity: severity, track: nil, time: place, byteOffset: nil,
      count: max(segments.count, 1), sentence: "\(list.name): \(sentence)")
    playlist = list.name
    self.segments = Array(segments.prefix(Finding.greatestSegmentCount))
  }
}

extension [Int64] {
  /// The numbers of segments as a phrase such as `segments 3, 4 and 9 others`.
  var listed: String {
    guard count > 1 else { return "segment \(first.map(String.init) ?? "?")" }
    let shown = prefix(count > 6 ? 5 : 6).map(String.init)
    let rest = count - shown.count
    return "segments " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) others" : "")
  }

  /// Returns words and the number of the worst of several segments; an empty text if there is one.
  func worst(_ words: String, _ number: Int64) -> String { count > 1 ? "\(words) \(number)" : "" }
}

extension SegmentList.Segment {
  /// The tracks; empty if the segment was not read.
  var tracks: [SegmentTrack] {
    if case .tracks(let tracks) = measured { tracks } else { [] }
  }

  /// The video track, or the audio track if there is no video.
  var mainTrack: SegmentTrack? {
    tracks.first { $0.kind == .video } ?? tracks.first
  }
}

extension SegmentTrack {
  var startTime: MediaTime { MediaTime(ticks: start, timebase: timebase) }
  var endTime: MediaTime { MediaTime(ticks: end, timebase: timebase) }
  /// The length of a tick in seconds.
  var tick: Double { timebase.secondsPerTick }

  var duration: MediaTime {
    let (ticks, overflow) = end.subtractingReportingOverflow(start)
    return MediaTime(ticks: overflow ? .max : ticks, timebase: timebase)
  }

  /// Returns the seconds of the start after a time, nearest to zero if the timestamps have a period.
  func startSeconds(after time: MediaTime, period: Int64?) -> Double {
    seconds(from: time, to: startTime, period)
  }

  /// Returns the seconds from one time to another, nearest to zero if the timestamps have a period.
  func seconds(from one: MediaTime, to other: MediaTime, _ period: Int64?) -> Double {
    let difference = other.subtracting(one)?.seconds ?? other.seconds - one.seconds
    guard let period = self.period ?? period, period > 0 else { return difference }
    let length = Double(period) * tick
    return difference - (difference / length).rounded() * length
  }
}

/// Compares the end of the media in each Period of a DASH manifest with the start in the next one.
enum PeriodRule {
  /// Audio packets do not end where a Period does.
  private static let audioTolerance = 0.05

  static func findings(in lists: [SegmentList], _ limits: FindingLimits) -> [Finding] {
    lists.compactMap { list in
      guard let place = list.representation, let last = list.segments.last?.mainTrack,
        let next = lists.first(where: { $0.representation?.follows(place) == true }),
        let shift = next.representation?.shift,
        let first = next.segments.first?.mainTrack, first.kind == last.kind,
        let end = last.endTime.adding(place.shift), let start = first.startTime.adding(shift)
      else { return nil }
      let gap = first.seconds(from: end, to: start, last.period)
      let tolerance = last.kind == .audio ? audioTolerance : 0
      // Players do not present what exceeds the Period.
      guard gap > max(tolerance, 2 * last.tick),
        let severity = limits.severity(of: .segmentGap, on: nil, [.seconds: gap])
      else { return nil }
      return Finding(
        .segmentGap, severity, in: list, list.segments.suffix(1).map(\.number), at: last.endTime,
        "media ends \(milliseconds(gap)) before the next Period has media")
    }
  }
}

extension SegmentList.DASHRepresentation {
  /// Whether this is the same Representation in the next Period.
  fileprivate func follows(_ other: SegmentList.DASHRepresentation) -> Bool {
    (period, set, representation) == (other.period + 1, other.set, other.representation)
  }
}
