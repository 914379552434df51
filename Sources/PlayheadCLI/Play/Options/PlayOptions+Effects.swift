/// Checks for options that would silently have no effect.
extension PlayOptions {
  /// The formats of the records that are written to any output.
  private var writtenFormats: Set<Format> {
    let logged = logs.filter { $0 != .standardOutput }.map(format(of:))
    return Set(logged + (writesToStandardOutput ? [standardOutputFormat] : []))
  }

  /// Refuses options that change no record.
  func checkEffects() throws(UsageError) {
    let formats = writtenFormats
    let hasOwnFormats = !writesToStandardOutput && logs.allSatisfy { $0.ownFormat != nil }
    if hasOwnFormats, format != nil {
      let name = template == nil ? "--format" : "--template"
      throw UsageError(
        logs.isEmpty
          ? "\(name) has no use with --quiet and no --log"
          : "\(name) has no use with --quiet: the --log has its own format")
    }
    for (name, isGiven, affects) in formatOptions where isGiven && !formats.contains(where: affects)
    {
      throw UsageError("\(name) has no use \(circumstance(of: formats))")
    }
    if timecodeRate != nil, !countsTimecode {
      throw UsageError("--fps has no use without --timecode, or timecode in a point or template")
    }
    // Records count for `--limit` and `--stats` even if they are not written.
    guard formats.isEmpty, limit == nil, !showsStatistics else { return }
    let runsAtBoundaries = cueCommand != nil && cueEvents?.contains(.boundary) ?? true
    let unheard = [
      ("--interval", schedule.interval != nil), ("--changes", schedule.hasChangesOnly),
      ("--every", !runsAtBoundaries && !(schedule.steps.isEmpty && schedule.percentages.isEmpty)),
      ("--at", !runsAtBoundaries && !schedule.points.isEmpty),
    ]
    if let (name, _) = unheard.first(where: \.1) {
      throw UsageError("\(name) has no use with --quiet and no --log")
    }
  }

  /// The options that apply to only some formats, each with a test of whether it applies to a
  /// format.
  private var formatOptions: [(name: String, isGiven: Bool, affects: (Format) -> Bool)] {
    [
      ("--fields", fields != nil, { ![.ffmpeg, .template].contains($0) }),
      ("--precision", precision != nil, { writesTimes($0, of: [.time, .hostTime]) }),
      (
        "--timecode", showsTimecode,
        // JSON has a timecode field, unless `--fields` chooses others.
        { $0 == .json ? fields == nil : writesTimes($0, of: [.time]) }
      ),
    ]
  }

  /// Returns whether records of a format contain times of these kinds whose form an option can
  /// change.
  private func writesTimes(_ format: Format, of kinds: [Field.Kind]) -> Bool {
    let written: [Field] =
      switch format {
      case .ffmpeg: []
      case .template: template?.fields.filter { $0.form == .plain }.map(\.field) ?? []
      case .text, .json, .csv, .tsv: fields ?? [.position]
      }
    return written.contains { kinds.contains($0.kind) }
  }

  /// Whether timecode is needed for a record, a command or a point.
  private var countsTimecode: Bool {
    let written = (template?.fields ?? []) + (cueCommand?.fields ?? [])
    let points = [start, end].compactMap(\.self) + schedule.points
    // Commands read from `--control` may contain timecodes.
    return showsTimecode || controlPath != nil || fields?.contains(.timecode) == true
      || written.contains { $0.field == .timecode || $0.form == .timecode }
      || points.contains { if case .timecode = $0 { true } else { false } }
  }

  /// Returns why an option has no effect, for the end of a message.
  private func circumstance(of formats: Set<Format>) -> String {
    guard let format = formats.first else { return "with --quiet and no --log" }
    if formats == [.ffmpeg] || (formats == [.template] && fields != nil) {
      return "with --format \(format)"
    }
    return formats.contains(.template) && fields == nil
      ? "with a --template whose times all have a form"
      : "with these --fields"
  }
}
