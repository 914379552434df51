import Timekeeping

typealias PlayOption = CommandOption<PlayOptions>

extension PlayOptions: SubcommandOptions {
  /// The table of options in groups, which the parser, the help and the manual page use.
  static let groups: [OptionGroup<PlayOptions>] = [
    OptionGroup("What is played", playingOptions + fileOptions + mannerOptions),
    OptionGroup("What is told", recordOptions),
    OptionGroup("Where it goes", outputOptions),
    OptionGroup("", messageOptions),
  ]
  static let table = groups.flatMap(\.options)

  /// The options in the short help.
  static let mostNeeded = groups.map { group in
    let names = [
      "start", "end", "rate", "loop", "interval", "at", "format", "template", "log", "exec",
      "quiet",
    ]
    return OptionGroup(group.title, group.options.filter { names.contains($0.long) })
  }

  private static let playingOptions: [PlayOption] = [
    PlayOption(
      nil, "start", "POINT", "begin at TIME, 50%, -10 (before the end), #2 (chapter)"
    ) {
      options, text throws(UsageError) in
      options.start = try point(text, of: "--start")
    },
    PlayOption(nil, "end", "POINT", "stop there") {
      options, text throws(UsageError) in
      options.end = try point(text, of: "--end")
    },
    PlayOption("r", "rate", "R", "media seconds per second (1); 0.1 to 16") {
      options, text throws(UsageError) in
      guard let rate = Rate(playable: text) else {
        throw .invalidValue(text, option: "--rate", expected: .rate)
      }
      options.rate = rate
    },
  ]

  private static let mannerOptions: [PlayOption] = [
    PlayOption(nil, "instant", nil, "do not wait: print at once what would be printed") {
      options, _ throws(UsageError) in
      options.isInstant = true
    },
    PlayOption(nil, "control", "PLACE", "commands from - or a FIFO, as seek +5, pause, quit") {
      options, text throws(UsageError) in
      options.controlPath = text
    },
    PlayOption(nil, "probe", "TIME", MediaAccess.probeHelp) {
      options, text throws(UsageError) in
      try options.access.probe(text)
    },
    PlayOption(nil, "protocols", "LIST", MediaAccess.help) {
      options, text throws(UsageError) in
      try options.access.allow(text)
    },
  ]

  private static let messageOptions: [PlayOption] = [
    PlayOption(nil, "no-color", nil, "no colors in a terminal's line (as NO_COLOR)") {
      options, _ throws(UsageError) in
      options.wantsColors = false
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
      throw .invalidValue(text, option: option, expected: .point)
    }
    return point
  }

  static var foreignOptions: [String: ForeignOption] { ForeignOption.playing }

  static var help: String { Help.text }
  static var fullHelp: String { Help.fullText }

  mutating func take(_ operands: [String]) throws(UsageError) {
    files = operands
    if format == .template, template == nil {
      throw .missing("--template", requiredBy: "--format template")
    }
    if template != nil {
      if let format, format != .template {
        throw .conflict("--template", with: "--format \(format)")
      }
      format = .template
    }
    if files.isEmpty { throw .missingOperand("file", command: "playhead") }
    try checkFileOptions()
    try checkCueOptions()
    try checkEffects()
    if controlPath == "-", files.contains("-") {
      throw .sharedStandardInput
    }
    if controlPath != nil, isInstant {
      throw .conflict("--control", with: "--instant")
    }
  }

  var invocation: Invocation { .play(self) }
}
