import PlayheadKit

/// A timing report as a JSON object. Its schema is
/// `docs/user/schemas/analyze.schema.json`.
enum TimingReportJSON {
  /// The version of the schema. It increases when a key is removed or changes its meaning, but not
  /// when a key is added.
  static let version = 1

  static func object(
    of report: TimingReport, file: String, _ fileVersion: FileVersion
  ) -> JSONObject {
    RecordHead.object(.report, file: file, fileVersion).adding([
      "container": .string(report.info.container), "method": .string(report.method.rawValue),
      "ending": .string(report.ending.word), "error": .string(report.ending.message),
      "start": .time(report.start), "end": .time(report.end),
      "duration": .time(report.measuredDuration),
      "declared_start": .time(report.info.declaredStart),
      "declared_duration": .time(report.declaredDuration),
      "begins_within": .bool(report.beginsWithin), "joins": .objects(report.joins.map(join)),
      "missing_bytes": .number(report.framing?.missingByteCount),
      "declared_by": .string(report.declared?.header.rawValue),
      "declarations": .objects(report.declarations.durations.map(declaration)),
      "edits": .objects(report.declarations.edits.map(edit)),
      "programs": .objects(report.declarations.programs.map(program)),
      "interleaving_distance": .time(report.greatestInterleavingDistance),
      "interleaving_bytes": .number(report.greatestInterleavingBytes),
      "tracks": .objects(report.tracks.map(TrackReportJSON.object)),
      "pairs": .objects(report.pairs.map(pair)),
      "findings": .objects(report.findings.map(finding)),
    ])
  }

  /// Returns the object of a file that cannot be read.
  static func object(
    of error: MediaError, file: String, _ fileVersion: FileVersion
  ) -> JSONObject {
    RecordHead.object(.error, file: file, fileVersion).adding([
      "ending": .string("error"), "error": .string("\(error)"), "message": .string("\(error)"),
    ])
  }

  /// Returns the object of one finding for `--findings`.
  static func object(of finding: Finding, file: String) -> JSONObject {
    JSONObject.ofFile(file, type: "finding", version: version).adding(self.finding(finding))
  }

  private static func pair(_ pair: TrackPairReport) -> JSONObject {
    [
      "video": .number(pair.video), "audio": .number(pair.audio),
      "start_offset": .time(pair.startOffset), "end_offset": .time(pair.endOffset),
      "drift_ppm": .decimal(pair.drift, places: 3),
    ]
  }

  private static func declaration(_ declared: DeclaredDuration) -> JSONObject {
    [
      "header": .string(declared.header.rawValue), "track": .number(declared.track),
      "duration": .time(declared.duration),
    ]
  }

  private static func edit(_ edit: TrackEdit) -> JSONObject {
    ["track": .number(edit.track), "delay": .time(edit.delay), "left_out": .time(edit.leftOut)]
  }

  private static func program(_ program: Program) -> JSONObject {
    [
      "number": .number(program.number), "name": .string(program.name),
      "tracks": .numbers(program.tracks),
    ]
  }

  private static func join(_ join: ClockJoin) -> JSONObject {
    [
      "at": .time(join.time), "clock_before": .time(join.clockBefore),
      "clock_after": .time(join.clockAfter), "byte_offset": .number(join.byteOffset),
    ]
  }

  private static func finding(_ finding: Finding) -> JSONObject {
    [
      "kind": .string(finding.kind.rawValue), "severity": .string(finding.severity.rawValue),
      "track": .number(finding.track), "place": .time(finding.place),
      "position": .time(finding.position), "byte_offset": .number(finding.byteOffset),
      "count": .number(finding.count), "playlist": .string(finding.playlist),
      "segments": .numbers(finding.segments), "sentence": .string(finding.sentence),
    ]
  }
}

extension TimingReport.Ending {
  fileprivate var word: String {
    switch self {
    case .endOfMedia: "end"
    case .interrupted: "interrupted"
    case .failed: "error"
    }
  }

  fileprivate var message: String? {
    if case .failed(let error) = self { "\(error)" } else { nil }
  }
}
