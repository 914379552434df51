import PlayheadKit

/// Options that decide when records are written, and their format.
extension PlayOptions {
  static let recordOptions: [PlayOption] = [
    PlayOption(
      "i", "interval", "TIME", "media time between records (250ms; none with --every)"
    ) {
      options, text throws(UsageError) in
      guard let interval = TimeArgument.parse(text),
        (MediaTime.milliseconds(1)...MediaTime.seconds(86_400)).contains(interval)
      else { throw .invalidValue(text, option: "--interval", expected: .interval) }
      options.schedule.interval = interval
    },
    PlayOption(
      nil, "every", .oneOf("STEP", ReportSchedule.Step.allCases.map(\.rawValue)),
      "print a record at each frame, keyframe, chapter or 5%"
    ) { options, text throws(UsageError) in
      try options.schedule.addEvery(text)
    },
    PlayOption(nil, "at", "POINT,...", "print a record at these points: 0:30,50%,-10,#2") {
      options, text throws(UsageError) in
      try options.schedule.addPoints(text)
    },
    PlayOption(nil, "changes", nil, "print only changes, no periodic records") {
      options, _ throws(UsageError) in
      options.schedule.hasChangesOnly = true
    },
    PlayOption(nil, "stats", nil, "print timing statistics of each file on stderr") {
      options, _ throws(UsageError) in
      options.showsStatistics = true
    },
    PlayOption(
      "f", "format", .oneOf("FORMAT", Format.known),
      "text, json (JSON Lines), csv, tsv, ffmpeg or template"
    ) { options, text throws(UsageError) in
      guard let format = Format(rawValue: text) else {
        throw .invalidValue(text, option: "--format", expected: .oneOf(Format.known))
      }
      (options.format, options.isFormatGiven) = (format, true)
    },
    PlayOption("t", "template", "TEXT", "format of each record: '{position:hms} {percent}%'") {
      options, text throws(UsageError) in
      options.template = try Template(text, hasEscapes: true)
    },
    PlayOption(
      nil, "fields", .oneOf("FIELD,...", Field.allCases.map(\.rawValue)),
      "fields of text, csv, tsv and json records"
    ) { options, text throws(UsageError) in
      options.fields = try Field.list(text)
    },
    PlayOption(nil, "precision", "N", "decimal places of seconds, 0 to 9 (text 3, others 6)") {
      options, text throws(UsageError) in
      guard let places = Int(text), (0...9).contains(places) else {
        throw .invalidValue(text, option: "--precision", expected: .wholeNumber(from: 0, to: 9))
      }
      options.precision = places
    },
    PlayOption(nil, "timecode", nil, "print times as SMPTE timecode") {
      options, _ throws(UsageError) in
      options.showsTimecode = true
    },
    PlayOption(nil, "fps", "RATE", "frame rate of timecode: 25, 29.97, 30000/1001") {
      options, text throws(UsageError) in
      guard let rate = FrameRateArgument.parse(text) else {
        throw .invalidValue(text, option: "--fps", expected: .frameRate)
      }
      options.timecodeRate = rate
    },
    PlayOption("n", "limit", "N", "stop after N progress records") {
      options, text throws(UsageError) in
      guard let limit = Int(text), limit > 0 else {
        throw .invalidValue(text, option: "--limit", expected: .wholeNumber(from: 1, to: nil))
      }
      options.limit = limit
    },
  ]
}
