import PlayheadFormatting
import PlayheadTimingAnalysis

/// The differences of two files, as `compare` prints them.
struct ComparedFiles {
  /// The version of the JSON object.
  static let version = 1
  /// The maximum number of lines for each kind of difference.
  private static let greatestLineCount = 20

  /// One of the files.
  struct Side {
    let name: String
    let report: TimingReport
    /// The packets; nil if the argument is a report.
    let packets: MediaPacketTimes?
  }

  let comparison: TimingComparison
  private let one: Side
  private let other: Side
  private let ignored: Set<MediaDifference.Kind>
  private let comparesPackets: Bool

  init(one: Side, other: Side, ignored: Set<MediaDifference.Kind>) {
    (self.one, self.other, self.ignored) = (one, other, ignored)
    let packets = one.packets.flatMap { first in other.packets.map { (one: first, other: $0) } }
    comparesPackets = packets != nil
    comparison = TimingComparison(one.report, other.report, packets: packets, ignoring: ignored)
  }

  // MARK: Text

  var text: String {
    var lines: [String] = []
    var counts: [MediaDifference.Kind: Int] = [:]
    for difference in comparison.differences {
      counts[difference.kind, default: 0] += 1
      if counts[difference.kind, default: 0] > Self.greatestLineCount { continue }
      lines.append("  \(difference.kind.rawValue): \(difference.sentence)")
    }
    for (kind, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where count > Self.greatestLineCount {
      lines.append("  \(kind.rawValue): and \(count - Self.greatestLineCount) more (--format json)")
    }
    return summary + lines.map { $0.printable + "\n" }.joined()
  }

  /// The first line of the text, and the lines about parts that were not compared.
  var summary: String {
    let count = comparison.differences.count
    let matched = comparison.tracks.reduce(0) { $0 + ($1.packets?.matchedCount ?? 0) }
    let packets = comparesPackets ? ", \(counted(matched, "packet")) at the same times" : ""
    var lines = [
      "\(one.name), \(other.name): \(count == 0 ? "no differences" : counted(count, "difference")), "
        + "\(counted(comparison.tracks.count, "track")) compared\(packets)"
    ]
    if !comparesPackets { lines.append("  a report has no packets: only their number is compared") }
    for track in comparison.tracks where track.packets?.isComplete == false {
      lines.append("  track \(track.one) is too long: only its first packets were compared")
    }
    return lines.map { $0.printable + "\n" }.joined()
  }

  // MARK: JSON

  var json: JSONObject {
    let start = JSONObject.ofFile(one.name, type: "comparison", version: Self.version)
    return start.adding([
      "other": .string(other.name), "same": .bool(comparison.isSame),
      "ignored": JSON.encoding(ignored.map(\.rawValue).sorted()),
      "packets_compared": .bool(comparesPackets),
      "tracks": .objects(comparison.tracks.map(Self.object)),
      "differences": .objects(comparison.differences.map(Self.object)),
      "findings": .object([
        "same": findings(comparison.sameFindings), "gone": findings(comparison.goneFindings),
        "new": findings(comparison.newFindings),
      ]),
    ])
  }

  private func findings(_ findings: [Finding]) -> JSON {
    .objects(findings.map { JSONObject.encoding($0) })
  }

  private static func object(of pair: TimingComparison.TrackPair) -> JSONObject {
    let start: JSONObject = ["track": .number(pair.one), "other_track": .number(pair.other)]
    guard let packets = pair.packets else { return start.adding(["packets": JSON(nil)]) }
    return start.adding([
      "packets": .object([
        "corresponds": .bool(packets.corresponds), "complete": .bool(packets.isComplete),
        "shift": JSON.encoding(packets.shift), "matched": .number(packets.matchedCount),
        "equal_sizes": .number(packets.equalSizeCount),
        "missing": .number(packets.counts[.missing] ?? 0),
        "added": .number(packets.counts[.added] ?? 0),
        "doubled": .number(packets.counts[.doubled] ?? 0),
        "moved": .number(packets.counts[.moved] ?? 0),
      ])
    ])
  }

  private static func object(of difference: MediaDifference) -> JSONObject {
    [
      "kind": .string(difference.kind.rawValue), "track": .number(difference.track),
      "other_track": .number(difference.otherTrack),
      "position": JSON.encoding(difference.position), "end": JSON.encoding(difference.end),
      "count": .number(difference.count), "value": .string(difference.one),
      "other_value": .string(difference.other), "sentence": .string(difference.sentence),
    ]
  }
}
