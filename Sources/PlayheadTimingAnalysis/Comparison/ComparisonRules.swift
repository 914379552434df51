import PlayheadMedia
import PlayheadTimekeeping

/// Derives the differences of two recordings, from those of the media as a whole to those of single packets.
struct ComparisonRules {
  private let one: TimingReport
  private let other: TimingReport
  private let pairs: [TimingComparison.TrackPair]
  /// The reports on the tracks of both recordings, by index.
  private let tracks: [Int: TrackTimingReport]
  private let otherTracks: [Int: TrackTimingReport]
  /// How much later all tracks are in the other recording, on the clocks of the containers.
  private let shift: MediaTime
  private(set) var differences: [MediaDifference] = []

  init(_ one: TimingReport, _ other: TimingReport, _ pairs: [TimingComparison.TrackPair]) {
    (self.one, self.other, self.pairs) = (one, other, pairs)
    (tracks, otherTracks) = (Self.byIndex(one), Self.byIndex(other))
    shift = Self.commonShift(one, other, pairs, tracks)
  }

  private static func byIndex(_ report: TimingReport) -> [Int: TrackTimingReport] {
    Dictionary(report.tracks.map { ($0.track.index, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The shift of the first track of the timeline with comparable packets, else that of the start.
  private static func commonShift(
    _ one: TimingReport, _ other: TimingReport, _ pairs: [TimingComparison.TrackPair],
    _ tracks: [Int: TrackTimingReport]
  ) -> MediaTime {
    let played = pairs.filter { pair in
      tracks[pair.one]?.isOnTimeline == true && pair.packets?.corresponds == true
        && (pair.packets?.matchedCount ?? 0) > 0
    }
    let video = played.first { tracks[$0.one]?.track.kind == .video }
    if let packets = (video ?? played.first)?.packets { return packets.shift }
    guard let start = one.start, let second = other.start else { return .zero }
    return second.subtracting(start) ?? .zero
  }

  // MARK: The media

  /// Compares the properties of the media as a whole.
  mutating func compareMedia() {
    compare(.container, one.info.container, other.info.container)
    compare(.ending, one.ending.text, other.ending.text)
    compareTimes(.duration, one.duration, other.duration)
    compareTimes(.declaredDuration, one.declaredDuration, other.declaredDuration)
    if abs(shift.seconds) > 0.5 / 1_000 {
      var difference = MediaDifference(
        kind: .start,
        sentence: "all tracks run \(Self.delay(shift)) on the clock of the container")
      (difference.one, difference.other) = (one.start?.inSeconds, other.start?.inSeconds)
      differences.append(difference)
    }
  }

  mutating func compareTracks(_ matching: TrackMatching) {
    for index in matching.missing {
      let track = one.tracks[index].track
      add(.tracks, track.index, nil, "\(Self.name(track)) is missing", Self.name(track), nil)
    }
    for index in matching.added {
      let track = other.tracks[index].track
      add(.tracks, nil, track.index, "\(Self.name(track)) is added", nil, Self.name(track))
    }
    if !matching.keepsOrder {
      add(
        .trackOrder, nil, nil, "the tracks are in another order",
        matching.pairs.map { Self.name(one.tracks[$0.one].track) }.joined(separator: ", "),
        matching.pairs.sorted { $0.other < $1.other }
          .map { Self.name(one.tracks[$0.one].track) }.joined(separator: ", "))
    }
  }

  // MARK: Tracks

  /// Compares the properties of corresponding tracks.
  mutating func compare(_ one: TrackTimingReport, _ other: TrackTimingReport) {
    let (first, second) = (one.track, other.track)
    let name = Self.shortName(first)
    func report(
      _ kind: MediaDifference.Kind, _ what: String?, _ left: String?, _ right: String?,
      _ differences: inout [MediaDifference]
    ) {
      guard left != right else { return }
      differences.append(
        MediaDifference(
          kind: kind, track: first.index, otherTrack: second.index, one: left, other: right,
          sentence: (what.map { "\($0) of " } ?? "")
            + "\(name): \(left ?? "none") → \(right ?? "none")"))
    }
    report(.codec, nil, first.codec, second.codec, &differences)
    for (what, left, right) in zip(TrackFormat(first).values, TrackFormat(second).values).map({
      ($0.name, $0.text, $1.text)
    }) where left != nil && right != nil {
      report(.format, what, left, right, &differences)
    }
    if knowsDetails {
      report(.language, nil, first.knownLanguage, second.knownLanguage, &differences)
    }
    if let left = one.frameRate, let right = other.frameRate, !Self.isEqual(left, right) {
      report(.frameRate, nil, Self.text(left), Self.text(right), &differences)
    }
    if first.kind == .video, !first.isAttachedPicture, !Self.hasEqualKeyframes(one, other) {
      report(.keyframes, nil, Self.keyframes(one), Self.keyframes(other), &differences)
    }
    if let left = one.meanBitRate, let right = other.meanBitRate,
      abs(left - right) > TimingComparison.bitRateTolerance * max(abs(left), abs(right))
    {
      report(
        .bitRate, nil, "\(fixed(left / 1_000, 0)) kb/s", "\(fixed(right / 1_000, 0)) kb/s",
        &differences)
    }
  }

  /// Whether both reports describe tracks in detail. A line of the command does not.
  private var knowsDetails: Bool {
    [one, other].allSatisfy { $0.recordedFindings == nil }
  }

  // MARK: Packets

  /// Compares the packets of corresponding tracks.
  mutating func comparePackets() {
    for pair in pairs {
      guard let first = tracks[pair.one], let second = otherTracks[pair.other] else { continue }
      let name = Self.shortName(first.track)
      guard let packets = pair.packets else {
        if first.packetCount != second.packetCount {
          add(
            .packetCount, pair.one, pair.other,
            "\(name): \(first.packetCount) → \(second.packetCount)",
            "\(first.packetCount)", "\(second.packetCount)")
        }
        continue
      }
      guard packets.corresponds else {
        addUnlike(first, second, matchedCount: packets.matchedCount)
        continue
      }
      let own = packets.shift.subtracting(shift) ?? .zero
      let tick = first.track.timebase.secondsPerTick + second.track.timebase.secondsPerTick
      if packets.matchedCount > 0, abs(own.seconds) > max(tick, 0.5 / 1_000) {
        add(.shift, pair.one, pair.other, "\(name) runs \(Self.delay(own))", nil, nil)
      }
      for difference in packets.differences.elements { add(difference, of: pair, name) }
      let left = packets.differences.total - packets.differences.elements.count
      if left > 0, let last = packets.differences.elements.last {
        add(
          last.kind.difference, pair.one, pair.other, "\(left) more differences of \(name)", nil,
          nil)
      }
    }
  }

  /// Adds that the packets of two tracks have no counterparts.
  private mutating func addUnlike(
    _ first: TrackTimingReport, _ second: TrackTimingReport, matchedCount: Int
  ) {
    let name = Self.shortName(first.track)
    if !TimingComparison.havePacketsOfOneLength(first, second),
      let left = first.interval?.median.seconds, let right = second.interval?.median.seconds
    {
      let texts = (milliseconds(left), milliseconds(right))
      return add(
        .timestamps, first.track.index, second.track.index,
        "\(name): a packet every \(texts.0) → \(texts.1)", texts.0, texts.1)
    }
    add(
      .timestamps, first.track.index, second.track.index,
      "\(name): \(counted(matchedCount, "packet")) at the same times, of \(first.packetCount) and "
        + "\(second.packetCount)", "\(first.packetCount)", "\(second.packetCount)")
  }

  private mutating func add(
    _ difference: PacketComparison.Difference, of pair: TimingComparison.TrackPair, _ name: String
  ) {
    let zero = difference.kind == .missing ? one.playbackStart : other.playbackStart
    func position(_ time: MediaTime) -> MediaTime? { time.subtracting(zero ?? .zero) }
    let place = position(difference.start).map { from in
      let to = position(difference.end) ?? from
      return difference.count == 1
        ? "at \(from.inSeconds)" : "from \(from.inSeconds) to \(to.inSeconds)"
    }
    let isOne = difference.count == 1
    let what =
      switch difference.kind {
      case .missing: isOne ? "is missing" : "are missing"
      case .added: isOne ? "is added" : "are added"
      case .doubled: isOne ? "is doubled" : "are doubled"
      case .moved:
        (isOne ? "is" : "are") + (difference.delay.map { " " + Self.delay($0) } ?? " moved")
      }
    differences.append(
      MediaDifference(
        kind: difference.kind.difference, track: pair.one, otherTrack: pair.other,
        position: position(difference.start), end: position(difference.end),
        count: difference.count,
        sentence: "\(counted(difference.count, "packet")) of \(name) \(what) \(place ?? "")"))
  }

  // MARK: Findings

  /// Adds the findings that only one recording has.
  mutating func addFindings(gone: [Finding], new: [Finding]) {
    for finding in gone { add(finding, "gone", track: finding.track, other: nil) }
    for finding in new { add(finding, "new", track: nil, other: finding.track) }
  }

  private mutating func add(_ finding: Finding, _ word: String, track: Int?, other: Int?) {
    let isNew = word == "new"
    differences.append(
      MediaDifference(
        kind: .findings, track: track, otherTrack: other, position: finding.position,
        one: isNew ? nil : finding.kind.rawValue, other: isNew ? finding.kind.rawValue : nil,
        sentence:
          "\(word) \(finding.severity.rawValue): \(finding.kind.rawValue): \(finding.sentence)"))
  }

  // MARK: Values

  private mutating func add(
    _ kind: MediaDifference.Kind, _ track: Int?, _ otherTrack: Int?, _ sentence: String,
    _ one: String?, _ other: String?
  ) {
    differences.append(
      MediaDifference(
        kind: kind, track: track, otherTrack: otherTrack, one: one, other: other,
        sentence: sentence))
  }

  private mutating func compare(
    _ kind: MediaDifference.Kind, _ one: String, _ other: String
  ) {
    if one != other { add(kind, nil, nil, "\(one) → \(other)", one, other) }
  }

  private mutating func compareTimes(
    _ kind: MediaDifference.Kind, _ one: MediaTime?, _ other: MediaTime?
  ) {
    if let one, let other,
      abs(one.seconds - other.seconds) <= TimingComparison.durationTolerance
    {
      return
    }
    if one == nil, other == nil { return }
    let texts = (one?.inSeconds ?? "none", other?.inSeconds ?? "none")
    let change = one.flatMap { one in other?.subtracting(one) }.map { change in
      change > .zero
        ? ", \(milliseconds(change.seconds)) longer" : ", \(milliseconds(-change.seconds)) shorter"
    }
    add(
      kind, nil, nil, "\(texts.0) → \(texts.1)\(change ?? "")", one?.inSeconds,
      other?.inSeconds)
  }
}

/// The format of the pictures or the sound of a track.
struct TrackFormat {
  /// Names of properties and their values, which are nil if they are unknown.
  let values: [(name: String, text: String?)]

  init(_ track: MediaTrack) {
    let size = track.width.flatMap { width in track.height.map { "\(width)x\($0)" } }
    let picture = track.picture
    values = [
      ("profile", track.profile), ("level", track.level.map(String.init)), ("picture size", size),
      ("pixel format", picture.pixelFormat), ("sample aspect ratio", picture.sampleAspectRatio),
      ("field order", picture.fieldOrder?.rawValue), ("color range", picture.colorRange),
      ("color primaries", picture.colorPrimaries), ("color transfer", picture.colorTransfer),
      ("color matrix", picture.colorMatrix), ("chroma location", picture.chromaLocation),
      ("sample rate", track.sampleRate.map { "\($0) Hz" }),
      ("channels", track.channelCount.map(String.init)), ("channel layout", track.channelLayout),
      ("sample format", track.sampleFormat),
    ]
  }
}
