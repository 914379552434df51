import Timekeeping

typealias PlayOption = CommandOption<PlayOptions>

extension PlayOptions: SubcommandOptions {
  /// The table from which the command line is parsed and the help is made.
  static let table: [PlayOption] = [
    PlayOption("i", "interval", "TIME", "media time between records (250ms); 1ms to 24h") {
      options, text throws(UsageError) in
      guard let interval = TimeArgument.parse(text),
        (MediaTime.milliseconds(1)...MediaTime.seconds(86_400)).contains(interval)
      else { throw UsageError("--interval takes a time from 1ms to 24h, not '\(text)'") }
      options.interval = interval
    },
    PlayOption("f", "format", "FORMAT", "text or json (JSON Lines)") {
      options, text throws(UsageError) in
      guard let format = PlayOptions.Format(rawValue: text) else {
        throw UsageError("--format takes text or json, not '\(text)'")
      }
      options.format = format
    },
    PlayOption("o", "log", "FILE", "append the same records to FILE, as JSON Lines") {
      options, text throws(UsageError) in
      options.logPath = text
    },
    PlayOption("r", "rate", "R", "media seconds per second (1); 0.1 to 16") {
      options, text throws(UsageError) in
      guard let decimal = Decimal(text), decimal.scale <= 1_000_000,
        let digits = Int32(exactly: decimal.digits),
        case let rate = Rate(digits, Int32(decimal.scale)), Rate.playable.contains(rate)
      else { throw UsageError("--rate takes a number from 0.1 to 16, not '\(text)'") }
      options.rate = rate
    },
    PlayOption(nil, "start", "POINT", "begin there: a TIME, 50%, or -10 (before the end)") {
      options, text throws(UsageError) in
      options.start = try point(text, of: "--start")
    },
    PlayOption(nil, "end", "POINT", "stop there") {
      options, text throws(UsageError) in
      options.end = try point(text, of: "--end")
    },
    PlayOption("n", "limit", "N", "stop after N progress records") {
      options, text throws(UsageError) in
      guard let limit = Int(text), limit > 0 else {
        throw UsageError("--limit takes a whole number from 1, not '\(text)'")
      }
      options.limit = limit
    },
    PlayOption(nil, "instant", nil, "do not wait: print what would be printed, at once") {
      options, _ throws(UsageError) in
      options.isInstant = true
    },
    PlayOption("q", "quiet", nil, "no records on standard output") {
      options, _ throws(UsageError) in
      options.isQuiet = true
    },
    PlayOption("v", "verbose", nil, "FFmpeg's log on standard error") {
      options, _ throws(UsageError) in
      options.isVerbose = true
    },
  ]

  private static func point(
    _ text: String, of option: String
  ) throws(UsageError) -> MediaPoint {
    guard let point = MediaPoint(text) else {
      throw UsageError("\(option) takes a time, a percentage or -TIME, not '\(text)'")
    }
    return point
  }

  static var help: String { Help.text }

  mutating func take(_ operands: [String]) throws(UsageError) {
    files = operands
    if files.isEmpty { throw UsageError("no file to play") }
  }

  var invocation: Invocation { .play(self) }
}
