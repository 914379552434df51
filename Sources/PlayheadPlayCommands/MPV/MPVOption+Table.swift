import PlaybackSession
import PlayheadRemoteControl
import PlayheadTimekeeping

/// The options of mpv that have an effect here.
extension MPVOption {
  static let table: [String: MPVOption] = {
    var table: [String: MPVOption] = [:]
    for option in effective + withoutEffect { table[option.name] = option }
    for (alias, name) in aliases { table[alias] = table[name] }
    return table
  }()

  private static let aliases = [
    "audio": "aid", "video": "vid", "sub": "sid", "loop": "loop-file", "fs": "fullscreen",
    "sub-file": "sub-files", "input-unix-socket": "input-ipc-server",
    "ss": "start", "endpos": "length", "delay": "audio-delay", "media-title": "force-media-title",
    "status-msg": "term-status-msg", "playing-msg": "term-playing-msg",
  ]
  private static let tracks = Kind.choice(["no", "auto"], 0...8_190)

  private static let effective: [MPVOption] =
    playing + repeating + sounding + serving + printing + [
      MPVOption("vid", tracks),
      MPVOption("sid", tracks),
      MPVOption("profile", .anyText) { _, text throws(MPVOptionError) in
        let known = ["default", "gpu-hq", "libmpv", "low-latency", "pseudo-gui", "sw-fast"]
        for name in text.split(separator: ",", omittingEmptySubsequences: false)
        where !known.contains(String(name)) {
          throw .unknownProfile(String(name))
        }
      },
    ]

  private static let withoutEffect =
    PropertyNames.withoutEffect.map { name, values in
      switch values {
      case .flag: MPVOption(name, .flag)
      case .flagOrWord: MPVOption(name, .word(isOptional: true))
      case .word: MPVOption(name, .word(isOptional: false))
      case .text: MPVOption(name, .anyText)
      case .list: MPVOption(name, .list)
      }
    } + [MPVOption("player-operation-mode", .word(isOptional: false))]

  private static let playing: [MPVOption] = [
    .flag("pause", \.options.isPaused),
    MPVOption("start", .text, \.options.start, position),
    MPVOption("end", .text, \.options.end, position),
    MPVOption("length", .text, \.length) { text throws(MPVOptionError) in
      try time(text, isPosition: true)
    },
    MPVOption("speed", .number(0.01...100), \.options.rate) { text throws(MPVOptionError) in
      guard let rate = MPVNumber.parse(text).flatMap({ Rate($0) }), Rate.playable.contains(rate)
      else { throw .outOfRange(text) }
      return rate
    },
    MPVOption("keep-open", .choice(["no", "yes", "always"], nil), \.keepOpen) { text in
      text == "no" ? .none : text == "always" ? .all : .last
    },
    .text("force-media-title", \.title),
    MPVOption("playlist", .anyText) { settings, text throws(MPVOptionError) in
      settings.options.files.append(text)
    },
    .flag("shuffle", \.isShuffled),
    .flag("resume-playback", \.resumes),
    .flag("save-position-on-quit", \.savesPosition),
  ]

  private static let repeating: [MPVOption] = [
    MPVOption("loop-file", .choice(["no", "inf", "yes"], 0...10_000)) {
      settings, text throws(MPVOptionError) in
      // The number of repetitions after the first time.
      let count = Int(text)
      settings.options.isLooping = text != "no" && count != 0
      settings.options.loopCount = count.map { $0 + 1 }
    },
    MPVOption("loop-playlist", .choice(["no", "inf", "yes", "force"], 1...10_000), \.listLoop) {
      $0 == "no" ? .none : Int($0).map { .times($0) } ?? .endless
    },
    MPVOption("ab-loop-a", .text, \.loopStart, loopPoint),
    MPVOption("ab-loop-b", .text, \.loopEnd, loopPoint),
  ]

  private static let sounding: [MPVOption] = [
    // Only the track that plays by default can be chosen.
    MPVOption("aid", .choice(["no", "auto"], 1...1), \.hasSound) { $0 != "no" },
    MPVOption("ao", .list) { settings, text throws(MPVOptionError) in
      let name = text.split(separator: ",").first.map(String.init) ?? ""
      settings.hasNullOutput = name == "null"
      if !settings.hasNullOutput, settings.device == nil { settings.setDevice(name) }
    },
    MPVOption("audio-device", .anyText) { settings, text throws(MPVOptionError) in
      settings.setDevice(text)
    },
    MPVOption("volume", .number(-1...1_000)) { settings, text throws(MPVOptionError) in
      guard let percent = MPVNumber.parse(text), percent >= 0 else { return }
      settings.options.sound.volume = Volume(percent: percent)
    },
    MPVOption("mute", .choice(["no", "auto", "yes"], nil), \.options.sound.isMuted) { $0 == "yes" },
    MPVOption("audio-delay", .number(-10...10), \.options.sound.delay) {
      MPVNumber.parse($0).map { .seconds($0) }
    },
  ]

  private static let serving: [MPVOption] = [
    MPVOption("idle", .choice(["no", "once", "yes"], nil)) {
      settings, text throws(MPVOptionError) in
      settings.options.waitsForFiles = text != "no"
      settings.waitsOnce = text == "once"
    },
    .text("input-ipc-server", \.options.remote.ipcPath),
    MPVOption("input-ipc-client", .anyText, \.options.remote.ipcDescriptor) {
      PlayOptions.clientDescriptor($0)
    },
  ]

  private static let printing: [MPVOption] = [
    .flag("terminal", \.hasTerminal),
    .flag("input-terminal", \.options.wantsKeys),
    .flag("quiet", \.isQuiet),
    .flag("really-quiet", \.isReallyQuiet),
    MPVOption("v", .flag) { settings, _ throws(MPVOptionError) in settings.verbosity += 1 },
    MPVOption("msg-level", .anyText) { settings, text throws(MPVOptionError) in
      try settings.addLevels(text)
    },
    .text("log-file", \.logFile),
  ]

  private static func position(_ text: String) throws(MPVOptionError) -> MediaPoint? {
    if text == "none" { return nil }
    guard let point = MPVNumber.position(text) else {
      throw .invalidTime(text, isPosition: true)
    }
    return point
  }

  private static func loopPoint(_ text: String) throws(MPVOptionError) -> MediaTime? {
    text == "no" ? nil : try time(text, isPosition: false)
  }

  private static func time(
    _ text: String, isPosition: Bool
  ) throws(MPVOptionError) -> MediaTime? {
    if text == "none" { return nil }
    guard let time = MPVNumber.time(text) else {
      throw .invalidTime(text, isPosition: isPosition)
    }
    return time
  }
}
