import RemoteControl
import Timekeeping

typealias PlayOption = CommandOption<PlayOptions>

extension PlayOptions: MediaOptions {
  /// The table of options in groups, which the parser, the help and the manual page use.
  static let groups: [OptionGroup<PlayOptions>] = [
    OptionGroup("Playback", playingOptions + fileOptions + audioOptions + mannerOptions),
    OptionGroup("Records", recordOptions),
    OptionGroup("Output", outputOptions),
    OptionGroup("", messageOptions),
  ]
  static let table = groups.flatMap(\.options)

  /// The options in the short help.
  static let mostNeeded = groups.map { group in
    let names = [
      "start", "end", "rate", "loop", "audio", "interval", "at", "format", "template", "log",
      "exec",
      "quiet",
    ]
    return OptionGroup(group.title, group.options.filter { names.contains($0.long) })
  }.filter { !$0.options.isEmpty }

  private static let playingOptions: [PlayOption] = [
    PlayOption(
      nil, "start", "POINT", "start at TIME, 50%, -10 (from the end), #2 (chapter)"
    ) {
      options, text throws(UsageError) in
      options.start = try point(text, of: "--start")
    },
    PlayOption(nil, "end", "POINT", "stop at this point") {
      options, text throws(UsageError) in
      options.end = try point(text, of: "--end")
    },
    PlayOption("r", "rate", "R", "playback rate, 0.1 to 16 (1)") {
      options, text throws(UsageError) in
      guard let rate = Rate(playable: text) else {
        throw .invalidValue(text, option: "--rate", expected: .rate)
      }
      options.rate = rate
    },
  ]

  private static let mannerOptions: [PlayOption] =
    [
      PlayOption(nil, "instant", nil, "print all records at once, without waiting") {
        options, _ throws(UsageError) in
        options.isInstant = true
      },
      PlayOption(nil, "control", "PLACE", "read commands (seek +5, pause, quit) from - or a FIFO") {
        options, text throws(UsageError) in
        options.controlPath = text
      },
      PlayOption(
        nil, "mpris", .optional("NAME"), "let desktops and playerctl control playback (MPRIS)"
      ) { options, text throws(UsageError) in
        guard let name = text.isEmpty ? .playhead : MPRISName(text) else {
          throw .invalidValue(text, option: "--mpris", expected: .busName)
        }
        options.mprisName = name
      },
    ] + remoteOptions + [.probe, .protocols]

  private static let messageOptions: [PlayOption] = [
    PlayOption(nil, "no-color", nil, "no colors in the status line (like NO_COLOR)") {
      options, _ throws(UsageError) in
      options.wantsColors = false
    },
    .verbose,
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
    if files.isEmpty, !waitsForFiles { throw .missingOperand("file", command: "playhead") }
    try checkFileOptions()
    try checkAudioOptions()
    try checkRemoteOptions()
    try checkCueOptions()
    try checkEffects()
    if controlPath == "-", files.contains("-") {
      throw .sharedStandardInput
    }
  }
}
