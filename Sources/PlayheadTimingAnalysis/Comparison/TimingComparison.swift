import PlayheadMedia
import PlayheadTimekeeping

/// The differences between two recordings of the same content, such as two deliveries of a film.
///
/// The times of packets are compared within the rounding of both timebases, so that copying into another container is
/// no difference.
///
///     let comparison = TimingComparison(master, delivery, ignoring: [.container])
///     for difference in comparison.differences { print(difference.sentence) }
public struct TimingComparison: Hashable, Sendable {
  /// Tracks of both recordings that correspond.
  public struct TrackPair: Hashable, Sendable {
    /// The index of the track in the first recording.
    public var one: Int
    /// The index of the track in the other recording.
    public var other: Int
    /// The comparison of the packets; nil if those of one recording are unknown.
    public var packets: PacketComparison?
  }

  /// Durations and distances of keyframes that differ by less are equal, in seconds.
  static let durationTolerance = 0.005
  /// Bit rates that differ by a smaller share are equal.
  static let bitRateTolerance = 0.05

  /// The tracks that correspond, in the order of the first recording.
  public var tracks: [TrackPair] = []
  /// The differences that are not ignored.
  public var differences: [MediaDifference] = []
  /// The findings that both recordings have, of the other one.
  public var sameFindings: [Finding] = []
  /// The findings that only the first recording has.
  public var goneFindings: [Finding] = []
  /// The findings that only the other recording has.
  public var newFindings: [Finding] = []

  /// Whether nothing differs except ignored properties.
  public var isSame: Bool { differences.isEmpty }

  /// Compares two recordings.
  ///
  /// - Parameters:
  ///   - one: The report on the first recording.
  ///   - other: The report on the other recording.
  ///   - packets: The packets of both; nil if those of one of them are unknown.
  ///   - ignored: The kinds of differences to leave out.
  public init(
    _ one: TimingReport, _ other: TimingReport,
    packets: (one: MediaPacketTimes, other: MediaPacketTimes)? = nil,
    ignoring ignored: Set<MediaDifference.Kind> = []
  ) {
    let matching = TrackMatching(one.tracks.map(\.track), other.tracks.map(\.track))
    // Tracks that correspond as well at several shifts are, if possible, compared at that of the video, or of the sound
    // if only the packets of that have the same sizes.
    let played = matching.pairs.filter { one.tracks[$0.one].isOnTimeline }
    var expected = MediaTime.zero
    if let packets,
      let video = played.first(where: { one.tracks[$0.one].track.kind == .video })
    {
      for pair in [video] + played.filter({ $0 != video }).prefix(3) {
        let matcher = PacketMatcher(one.tracks[pair.one], other.tracks[pair.other], packets)
        let comparison = matcher.comparison()
        if pair == video { expected = comparison.shift }
        guard comparison.equalSizeCount * 2 > comparison.matchedCount else { continue }
        expected = comparison.shift
        break
      }
    }
    tracks = matching.pairs.map { pair in
      let (first, second) = (one.tracks[pair.one], other.tracks[pair.other])
      return TrackPair(
        one: first.track.index, other: second.track.index,
        packets: packets.map { packets in
          var comparison = PacketComparison()
          comparison.corresponds = Self.havePacketsOfOneLength(first, second)
          if !comparison.corresponds { return comparison }
          return PacketMatcher(first, second, packets).comparison(expecting: expected)
        })
    }
    compareFindings(one, other)
    var rules = ComparisonRules(one, other, tracks)
    rules.compareMedia()
    rules.compareTracks(matching)
    for pair in matching.pairs { rules.compare(one.tracks[pair.one], other.tracks[pair.other]) }
    rules.comparePackets()
    rules.addFindings(gone: goneFindings, new: newFindings)
    differences = rules.differences.filter { !ignored.contains($0.kind) }
  }

  /// Whether packets of sound are about as long in both tracks. Otherwise single ones have no counterpart.
  static func havePacketsOfOneLength(_ one: TrackTimingReport, _ other: TrackTimingReport) -> Bool {
    guard one.track.kind == .audio, let first = one.interval?.median.seconds,
      let second = other.interval?.median.seconds
    else { return true }
    return abs(first - second) <= 0.1 * max(first, second)
  }

  /// Two findings are the same if they are of one kind and severity, about corresponding tracks.
  private mutating func compareFindings(_ one: TimingReport, _ other: TimingReport) {
    let counterparts = Dictionary(
      tracks.map { ($0.one, $0.other) }, uniquingKeysWith: { first, _ in first })
    var rest: [FindingKey: [Int]] = [:]
    let findings = other.findings
    for (index, finding) in findings.enumerated().reversed() {
      rest[FindingKey(finding, finding.track), default: []].append(index)
    }
    var same: Set<Int> = []
    for finding in one.findings {
      let track = finding.track.flatMap { counterparts[$0] }
      // A finding about a track without a counterpart is never the same.
      let isComparable = finding.track == nil || track != nil
      if isComparable, let index = rest[FindingKey(finding, track)]?.popLast() {
        sameFindings.append(findings[index])
        same.insert(index)
      } else {
        goneFindings.append(finding)
      }
    }
    newFindings = findings.indices.filter { !same.contains($0) }.map { findings[$0] }
  }

  /// What findings that are the same have in common.
  private struct FindingKey: Hashable {
    let kind: Finding.Kind
    let severity: Finding.Severity
    let track: Int?

    init(_ finding: Finding, _ track: Int?) {
      (kind, severity, self.track) = (finding.kind, finding.severity, track)
    }
  }
}

extension PacketMatcher {
  /// Creates the matcher of corresponding tracks.
  fileprivate init(
    _ one: TrackTimingReport, _ other: TrackTimingReport,
    _ packets: (one: MediaPacketTimes, other: MediaPacketTimes)
  ) {
    self.init(
      packets.one[one.track.index] ?? PacketTimes(timebase: one.track.timebase),
      packets.other[other.track.index] ?? PacketTimes(timebase: other.track.timebase),
      from: one.track.kind == .audio ? (one.presentationStart, other.presentationStart) : nil)
  }
}
