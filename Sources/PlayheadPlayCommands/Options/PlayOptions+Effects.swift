import PlayheadOutputs
import PlayheadRecords

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
    if hasOwnFormats, style.format != nil {
      let name = style.template == nil ? "--format" : "--template"
      throw .needless(name, because: logs.isEmpty ? .noOutput : .logsWithFormats)
    }
    for (name, affects) in formatOptions
    where given.contains(name) && !formats.contains(where: affects) {
      throw needlessOption("--\(name)", formats)
    }
    try checkCues(formats)
    if let name = firstGiven(of: "fps", "timecode-track"), !countsTimecode {
      throw .needless(name, because: .noTimecode)
    }
    if style.timecodeRate != nil, style.timecodeTrack != nil {
      throw .conflict("--fps", with: "--timecode-track")
    }
    // Records count for `--limit` and `--stats` even if they are not written.
    guard formats.isEmpty, limit == nil, !showsStatistics else { return }
    let runsAtBoundaries = exec.command != nil && exec.events?.contains(.boundary) ?? true
    let boundaries = runsAtBoundaries ? nil : firstGiven(of: "every", "at")
    let interval = timecode.usesInterval ? nil : firstGiven(of: "interval")
    if let name = interval ?? firstGiven(of: "changes") ?? boundaries {
      throw .needless(name, because: .noOutput)
    }
  }

  /// Refuses options of cues that change no record.
  private func checkCues(_ formats: Set<Format>) throws(UsageError) {
    if cues.sources.isEmpty {
      if schedule.steps.contains(.cue) { throw .missing("--cues", requiredBy: "--every cue") }
      if showsLyrics { throw .missing("--cues", requiredBy: "--lyrics") }
    }
    if cues.encoding != nil, cues.files.isEmpty, !cues.sources.contains(.auto) {
      throw .missing("--cues FILE", requiredBy: "--cues-encoding")
    }
    if !cues.sources.isEmpty, !schedule.steps.contains(.cue), !showsCues(formats) {
      throw .needless("--cues", because: .noCueFields)
    }
  }

  /// Whether a field of cues is written, or a line is drawn that shows them.
  private func showsCues(_ formats: Set<Format>) -> Bool {
    if drawsLiveLine || formats.contains(.json) && style.fields == nil { return true }
    let inTemplates = ((style.template?.fields ?? []) + (exec.command?.fields ?? [])).map(\.field)
    return (inTemplates + (style.fields ?? [])).contains(where: \.isOfCue)
  }

  /// The options that apply to only some formats, each with a test of a format.
  private var formatOptions: [(name: String, affects: (Format) -> Bool)] {
    [
      ("fields", { ![.ffmpeg, .template].contains($0) }),
      ("precision", { writesTimes($0, of: [.time, .hostTime]) }),
      (
        "timecode",
        // JSON has a timecode field, unless `--fields` chooses others.
        { format in
          style.fields?.contains(.timecode) == true
            || (format == .json ? style.fields == nil : writesTimes(format, of: [.time]))
        }
      ),
    ]
  }

  /// Whether records of a format contain times of these kinds, whose form an option can change.
  private func writesTimes(_ format: Format, of kinds: [Field.Kind]) -> Bool {
    let written: [Field] =
      switch format {
      case .ffmpeg: []
      case .template: style.template?.fields.filter { $0.form == .plain }.map(\.field) ?? []
      case .text, .json, .csv, .tsv: style.fields ?? [.position]
      }
    return written.contains { kinds.contains($0.kind) }
  }

  /// Whether timecode is needed for a record, a command or a point.
  private var countsTimecode: Bool {
    let written = (style.template?.fields ?? []) + (exec.command?.fields ?? [])
    let points = [start, end].compactMap(\.self) + schedule.points
    return style.showsTimecode || followsTimecode || remote.controlPath != nil
      || style.fields?.contains(.timecode) == true
      || written.contains { $0.field == .timecode || $0.form == .timecode }
      || points.contains { if case .timecode = $0 { true } else { false } }
  }

  /// Returns the error for an option that affects none of the written formats.
  private func needlessOption(_ option: String, _ formats: Set<Format>) -> UsageError {
    guard let format = formats.first else { return .needless(option, because: .noOutput) }
    if formats == [.ffmpeg] || (formats == [.template] && style.fields != nil) {
      return .conflict(option, with: "--format \(format)")
    }
    let isTemplate = formats.contains(.template) && style.fields == nil
    return .needless(option, because: isTemplate ? .formedTimesInTemplate : .noTimesInFields)
  }
}

/// Checks of the options that decide when `--exec` runs its command.
extension PlayOptions {
  /// Refuses options with which the command would never run.
  func checkExecOptions() throws(UsageError) {
    guard exec.command != nil else {
      if let name = firstGiven(of: "exec-on", "exec-output") {
        throw .missing("--exec", requiredBy: name)
      }
      return
    }
    let events = exec.events ?? [.boundary]
    if events.contains(.boundary), end == nil, !schedule.hasBoundaries {
      throw .missing(
        "--every, --at or --end", requiredBy: exec.events == nil ? "--exec" : "--exec-on boundary")
    }
    let waiting: [ExecEvent] = [.pause, .seek, .rate, .stall, .resume]
    if isInstant, let event = waiting.first(where: events.contains) {
      throw .conflict("--exec-on \(event)", with: instantName)
    }
  }
}
