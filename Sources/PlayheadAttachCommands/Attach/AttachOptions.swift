import Glibc
import PlayheadArguments
import PlayheadAttaching
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadTimekeeping

/// The options of `playhead attach`.
package struct AttachOptions {
  /// What the records contain and where they go, as with `play`.
  var records = PlayOptions()
  /// The players, of which there is one, unless they are listed.
  var address: AttachTarget?
  /// Whether the players that could be attached are listed.
  var isListing = false
  /// Whether the command waits for the player to come, and to come back.
  var waits = false
  /// The uncertainty that readings should keep.
  var bound = MediaTime.milliseconds(5)
  /// How much later a sample is heard than the player says; nil if that is not stated.
  var latency: Duration?
  /// For how long the position moves on when timecode ends; nil for the usual number of frames.
  var freewheel: Duration?
  /// Which media is read for what the player does not report.
  var media = MediaArgument.none
  /// Whether a latency that is not stated is not read from the sound server either.
  var keepsPlayerClock = false
  /// Whether `quit` ends the player, too.
  var quitsPlayer = false

  package init() {}
}

extension AttachOptions: SubcommandAction {
  package static let groups: [OptionGroup<AttachOptions>] = [
    OptionGroup("Player", playerOptions + PlayOptions.observedOptions.lifted(to: \.records)),
    OptionGroup("Records", PlayOptions.recordOptions.lifted(to: \.records)),
    OptionGroup("Timecode", PlayOptions.timecodeOptions.lifted(to: \.records)),
    OptionGroup(
      "Output",
      (PlayOptions.outputOptions + PlayOptions.servingOptions + PlayOptions.attachedOptions)
        .lifted(to: \.records)),
  ]
  package static let table = groups.flatMap(\.options)

  private static let playerOptions: [CommandOption<AttachOptions>] = [
    .flag(nil, "list", "list the players that could be attached", \.isListing),
    .flag("w", "wait", "wait for the player to come, and to come back", \.waits),
    .setting(
      nil, "uncertainty", "TIME", "read the player often enough for this (5ms)", \.bound,
      .positiveTime, TimeArgument.positive),
    .value(
      nil, "latency", "TIME", "sound is heard so much later than the player says", \.latency,
      .delay,
      TimeArgument.delay),
    .value(
      nil, "freewheel", "TIME", "move on for so long without timecode or server", \.freewheel,
      .positiveTime
    ) { TimeArgument.positive($0).map { Duration($0) } },
    .setting(
      nil, "media", "WHICH", "media to read beside it: auto, FILE, FOLDER (none)",
      \.media,
      .media, MediaArgument.init),
    .flag(
      nil, "no-heard", "do not read the latency from the sound server", \.keepsPlayerClock),
    .flag(nil, "quit-player", "let q and quit end the player, too", \.quitsPlayer),
  ]

  package var given: Set<String> {
    get { records.given }
    set { records.given = newValue }
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    if isListing {
      guard operands.isEmpty else {
        throw .operandCount(operands.count, subcommand: "attach --list", expected: "no player")
      }
      return
    }
    guard let name = operands.first else {
      throw .missingOperand("player", command: "playhead attach")
    }
    guard operands.count == 1 else {
      throw .operandCount(operands.count, subcommand: "attach", expected: "one player")
    }
    guard let address = AttachTarget(name) else {
      throw .invalidValue(name, option: "PLAYER", expected: .player)
    }
    self.address = address
    if freewheel != nil, address.isPlayer {
      throw .missing("timecode", requiredBy: "--freewheel")
    }
    records.followsTimecode = address.isTimecode
    try records.checkAttached()
    try records.checkServing(following: address.timeline)
    try checkMedia()
    if media == .none, let need = records.mediaNeed {
      throw .missing("--media auto", requiredBy: need)
    }
  }
}

extension PlayerAddress {
  /// Parses `mpv:PATH`, `mpris`, `mpris:NAME`, `mpd`, `mpd:[PASSWORD@]HOST[:PORT]` or `mpd:[PASSWORD@]SOCKET`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : nil
    if rest?.isEmpty == true { return nil }
    switch (parts[0], rest) {
    case ("mpv", let path?): self = .mpv(path: path)
    case ("mpris", let name): self = .mpris(name: name)
    case ("mpd", let place):
      if (try? MPDAddress.ofUser(host: place)) == nil { return nil }
      self = .mpd(host: place)
    default: return nil
    }
  }
}

/// Which media is read beside another player.
enum MediaArgument: Hashable {
  case none
  /// The one that the player names.
  case auto
  /// The one that the player names, by paths that are relative to a directory.
  case folder(String)
  /// The one that the user names.
  case file(String)

  /// Parses `none`, `auto`, the path of a directory, or a path or URL of media. Returns nil for an empty text.
  init?(_ text: String) {
    switch text {
    case "": return nil
    case "none": self = .none
    case "auto": self = .auto
    default:
      var status = stat()
      let isFolder = stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      self = isFolder ? .folder(text) : .file(text)
    }
  }

  var media: AttachedMedia {
    switch self {
    case .none: .none
    case .auto: .auto
    case .folder(let path): .relative(to: path)
    case .file(let name): .file(name)
    }
  }
}
