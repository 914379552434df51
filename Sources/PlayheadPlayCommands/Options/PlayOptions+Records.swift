import PlayheadArguments
import PlayheadFFmpeg
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping

/// Options that decide when records are written, and their format.
extension PlayOptions {
  package static let recordOptions: [PlayOption] = [
    .value(
      "i", "interval", "TIME", "media time between records (250ms; none with --every)",
      \.schedule.interval, .interval
    ) { text in
      let limits = MediaTime.milliseconds(1)...MediaTime.seconds(86_400)
      return TimeArgument.parse(text).flatMap { limits.contains($0) ? $0 : nil }
    },
    PlayOption(
      nil, "every", .oneOf("STEP", ReportSchedule.Step.allCases.map(\.rawValue)),
      "print at each frame, keyframe, chapter, cue or 5%"
    ) { options, text throws(UsageError) in
      try options.schedule.addEvery(text)
    },
    PlayOption(nil, "at", "POINT,...", "print a record at these points: 0:30,50%,-10,#2") {
      options, text throws(UsageError) in
      try options.schedule.addPoints(text)
    },
    PlayOption(
      nil, "cues", "SOURCE",
      "cues of a subtitle FILE, auto, track:3, track:eng"
    ) { options, text throws(UsageError) in
      guard let source = CueSource(text) else {
        throw .invalidValue(text, option: "--cues", expected: .cueSource)
      }
      options.cues.sources.append(source)
    },
    .value(
      nil, "cues-encoding", "NAME", "encoding of files of cues (UTF-8 or UTF-16)",
      \.cues.encoding, .encoding
    ) { LocatedMedia.knowsEncoding($0) ? $0 : nil },
    .flag(nil, "lyrics", "draw three lines of the cues below the status line", \.showsLyrics),
    .flag(nil, "changes", "print only changes, no periodic records", \.schedule.hasChangesOnly),
    .flag(nil, "stats", "print timing statistics of each file on stderr", \.showsStatistics),
    .value(
      "f", "format", .oneOf("FORMAT", Format.known),
      "text, json (JSON Lines), csv, tsv, ffmpeg or template", \.style.format, .oneOf(Format.known)
    ) { Format(rawValue: $0) },
    .value(
      "t", "template", "TEXT", "format of each record: '{position:hms} {percent}%'",
      \.style.template
    ) { text throws(UsageError) in try Template(text, hasEscapes: true) },
    .value(
      nil, "fields", .oneOf("FIELD,...", Field.allCases.map(\.rawValue)),
      "fields of text, csv, tsv and json records", \.style.fields
    ) { text throws(UsageError) in try Field.list(text) },
    .number(
      nil, "precision", "decimal places of seconds, 0 to 9 (text 3, others 6)", \.style.precision,
      from: 0, to: 9),
    .flag(nil, "timecode", "print times as SMPTE timecode", \.style.showsTimecode),
    .value(
      nil, "fps", "RATE", "frame rate of timecode: 25, 29.97, 30000/1001", \.style.timecodeRate,
      .frameRate, FrameRateArgument.parse),
    .number("n", "limit", "stop after N progress records", \.limit, from: 1),
  ]
}
