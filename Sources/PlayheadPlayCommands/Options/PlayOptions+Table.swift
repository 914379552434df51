import PlaybackSession
import PlayheadArguments
import PlayheadListFiles
import PlayheadOutputs
import PlayheadRemoteControl
import PlayheadTimekeeping

package typealias PlayOption = CommandOption<PlayOptions>

extension PlayOptions: ListingOptions {
  /// The table of options in groups, which the parser, the help and the manual page use.
  package static let groups: [OptionGroup<PlayOptions>] = [
    OptionGroup("Playback", playingOptions + fileOptions + audioOptions + pacingOptions),
    OptionGroup("Records", recordOptions),
    OptionGroup("Timecode", timecodeOptions),
    OptionGroup("Output", outputOptions + servingOptions + messageOptions),
  ]
  package static let table = groups.flatMap(\.options)

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
    .value(
      nil, "start", "POINT", "start at TIME, 50%, -10 (from the end), #2 (chapter)", \.start, .point
    ) { MediaPoint($0) },
    .value(nil, "end", "POINT", "stop at this point", \.end, .point) { MediaPoint($0) },
    .setting("r", "rate", "R", "playback rate, 0.1 to 16 (1)", \.rate, .rate) {
      Rate(playable: $0)
    },
  ]

  private static let pacingOptions: [PlayOption] =
    [
      .flag(nil, "instant", "print all records at once, without waiting", \.isInstant),
      .value(
        nil, "control", "PLACE", "read commands (seek +5, pause, quit) from - or a FIFO",
        \.remote.controlPath
      ) { $0 },
      .value(
        nil, "mpris", .optional("NAME"), "let desktops and playerctl control playback (MPRIS)",
        \.remote.mprisName, .busName
      ) { $0.isEmpty ? .playhead : MPRISName($0) },
    ] + remoteOptions + [.probe, .protocols] + throughOptions

  private static let messageOptions: [PlayOption] = [
    .flag(nil, "no-color", "no colors in the status line (like NO_COLOR)", \.wantsColors, false),
    .verbose,
  ]

  /// Options of playback that also apply to another player.
  package static let attachedOptions: [PlayOption] = messageOptions

  /// Options of playback about the media or the player that also apply to another player.
  package static let observedOptions: [PlayOption] = (playingOptions + pacingOptions).filter {
    ["end", "control", "probe", "protocols"].contains($0.long)
  }

  /// Options of playback that also apply to a file that leads others.
  package static let leadingOptions: [PlayOption] = fileOptions.filter { $0.long == "loop" }

  /// Options of playback that also apply to a job.
  package static let jobOptions: [PlayOption] = messageOptions.filter { $0.long == "no-color" }

  package static var foreignOptions: [String: ForeignOption] { ForeignOption.playing }

  package static var help: String { Help.text }
  package static func fullHelp(among subcommands: [Subcommand]) -> String {
    Help.fullText(among: subcommands)
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    files = operands
    try checkTemplate()
    if files.isEmpty, !waitsForFiles { throw .missingOperand("file", command: "playhead") }
    try applyThrough()
    try checkFileOptions()
    try checkAudioOptions()
    try checkExecOptions()
    try checkTimecodeOptions()
    try checkServing()
    try checkEffects()
    try checkStandardInput()
  }

  /// Checks the options of records and outputs for another player, or for a job.
  package mutating func checkAttached() throws(UsageError) {
    isAttached = true
    try checkTemplate()
    try checkExecOptions()
    try checkTimecodeOptions()
    try checkEffects()
    try checkStandardInput()
  }

  /// Refuses to read two things from standard input.
  private func checkStandardInput() throws(UsageError) {
    var readers = files.contains("-") ? ["the file"] : []
    readers += cues.files.filter { $0 == "-" }.map { _ in "--cues" }
    if remote.controlPath == "-" { readers.append("--control") }
    if readers.count > 1 { throw .sharedStandardInput(readers[0], readers[1]) }
  }

  /// The option that needs the media of another player; nil if none does.
  package var mediaNeed: String? {
    let step = schedule.steps.first { $0 != .chapter && $0 != .cue }
    return step.map { "--every \($0.rawValue)" }
      ?? (style.showsTimecode && !followsTimecode ? "--timecode" : nil)
      ?? cues.mediaNeed
  }

  private mutating func checkTemplate() throws(UsageError) {
    if style.format == .template, style.template == nil {
      throw .missing("--template", requiredBy: "--format template")
    }
    if style.template != nil {
      if let format = style.format, format != .template {
        throw .conflict("--template", with: "--format \(format)")
      }
      style.format = .template
    }
  }
}
