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
    var object = RecordHead.object(.report, file: file, fileVersion)
    object.add("container", report.info.container)
    object.add("method", report.method.rawValue)
    object.add("ending", report.ending.word)
    object.add("error", report.ending.message)
    object.add(time: "start", report.start)
    object.add(time: "end", report.end)
    object.add(time: "duration", report.measuredDuration)
    object.add(time: "declared_start", report.info.declaredStart)
    object.add(time: "declared_duration", report.declaredDuration)
    object.add("begins_within", report.beginsWithin)
    object.add("joins", report.joins.map(join))
    object.add("missing_bytes", report.framing?.missingByteCount)
    object.add("declared_by", report.declared?.header.rawValue)
    object.add("declarations", report.declarations.durations.map(declaration))
    object.add("edits", report.declarations.edits.map(edit))
    object.add("programs", report.declarations.programs.map(program))
    object.add(time: "interleaving_distance", report.greatestInterleavingDistance)
    object.add("interleaving_bytes", report.greatestInterleavingBytes)
    object.add("tracks", report.tracks.map(TrackReportJSON.object))
    object.add("pairs", report.pairs.map(pair))
    object.add("findings", report.findings.map { finding($0, in: JSONObject()) })
    return object
  }

  /// Returns the object of a file that cannot be read.
  static func object(
    of error: MediaError, file: String, _ fileVersion: FileVersion
  ) -> JSONObject {
    var object = RecordHead.object(.error, file: file, fileVersion)
    object.add("ending", "error")
    object.add("error", "\(error)")
    object.add("message", "\(error)")
    return object
  }

  /// Returns the object of one finding for `--findings`.
  static func object(of finding: Finding, file: String) -> JSONObject {
    self.finding(finding, in: JSONObject(type: "finding", version: version, file: file))
  }

  private static func pair(_ pair: TrackPairReport) -> JSONObject {
    var object = JSONObject()
    object.add("video", pair.video)
    object.add("audio", pair.audio)
    object.add(time: "start_offset", pair.startOffset)
    object.add(time: "end_offset", pair.endOffset)
    object.add("drift_ppm", decimal: pair.drift, places: 3)
    return object
  }

  private static func declaration(_ declared: DeclaredDuration) -> JSONObject {
    var object = JSONObject()
    object.add("header", declared.header.rawValue)
    object.add("track", declared.track)
    object.add(time: "duration", declared.duration)
    return object
  }

  private static func edit(_ edit: TrackEdit) -> JSONObject {
    var object = JSONObject()
    object.add("track", edit.track)
    object.add(time: "delay", edit.delay)
    object.add(time: "left_out", edit.leftOut)
    return object
  }

  private static func program(_ program: Program) -> JSONObject {
    var object = JSONObject()
    object.add("number", program.number)
    object.add("name", program.name)
    object.addRaw("tracks", "[" + program.tracks.map(String.init).joined(separator: ", ") + "]")
    return object
  }

  private static func join(_ join: ClockJoin) -> JSONObject {
    var object = JSONObject()
    object.add(time: "at", join.time)
    object.add(time: "clock_before", join.clockBefore)
    object.add(time: "clock_after", join.clockAfter)
    object.add("byte_offset", join.byteOffset)
    return object
  }

  private static func finding(_ finding: Finding, in object: JSONObject) -> JSONObject {
    var object = object
    object.add("kind", finding.kind.rawValue)
    object.add("severity", finding.severity.rawValue)
    object.add("track", finding.track)
    object.add(time: "place", finding.place)
    object.add(time: "position", finding.position)
    object.add("byte_offset", finding.byteOffset)
    object.add("count", finding.count)
    object.add("playlist", finding.playlist)
    object.addRaw(
      "segments", "[" + finding.segments.map(String.init).joined(separator: ", ") + "]")
    object.add("sentence", finding.sentence)
    return object
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

extension JSONObject {
  /// Adds an exact time: its ticks and timebase, and its seconds.
  mutating func add(time key: String, _ time: MediaTime?) {
    addRaw(
      key,
      time.map { time in
        var object = JSONObject()
        object.add("ticks", time.ticks)
        object.add("timebase", "\(time.timebase)")
        object.addRaw("seconds", time.microsecondText)
        return object.text
      })
  }

  /// Adds a number with this number of decimal places.
  mutating func add(_ key: String, decimal number: Double?, places: Int32) {
    addRaw(key, number.flatMap { $0.isFinite ? fixed($0, places) : nil })
  }
}
