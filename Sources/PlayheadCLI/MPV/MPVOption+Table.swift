import PlayheadKit
import RemoteControl

/// The options of mpv that have an effect here.
extension MPVOption {
  /// All options by name.
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

  private static let playing: [MPVOption] = [
    MPVOption("pause", .flag) { settings, text throws(MPVOptionError) in
      settings.options.isPaused = text == "yes"
    },
    MPVOption("start", .text) { settings, text throws(MPVOptionError) in
      settings.options.start = try position(text)
    },
    MPVOption("end", .text) { settings, text throws(MPVOptionError) in
      settings.options.end = try position(text)
    },
    MPVOption("length", .text) { settings, text throws(MPVOptionError) in
      settings.length = try time(text, isPosition: true)
    },
    MPVOption("speed", .number(0.01...100)) { settings, text throws(MPVOptionError) in
      guard let rate = MPVNumber.parse(text).flatMap({ Rate($0) }), Rate.playable.contains(rate)
      else { throw .outOfRange(text) }
      settings.options.rate = rate
    },
    MPVOption("keep-open", .choice(["no", "yes", "always"], nil)) {
      settings, text throws(MPVOptionError) in
      settings.keepOpen = text == "no" ? .none : text == "always" ? .all : .last
    },
    MPVOption("force-media-title", .anyText) { settings, text throws(MPVOptionError) in
      settings.title = text.isEmpty ? nil : text
    },
    MPVOption("playlist", .anyText) { settings, text throws(MPVOptionError) in
      settings.options.files.append(text)
    },
    MPVOption("shuffle", .flag) { settings, text throws(MPVOptionError) in
      settings.isShuffled = text == "yes"
    },
    MPVOption("resume-playback", .flag) { settings, text throws(MPVOptionError) in
      settings.resumes = text == "yes"
    },
    MPVOption("save-position-on-quit", .flag) { settings, text throws(MPVOptionError) in
      settings.savesPosition = text == "yes"
    },
  ]

  private static let repeating: [MPVOption] = [
    MPVOption("loop-file", .choice(["no", "inf", "yes"], 0...10_000)) {
      settings, text throws(MPVOptionError) in
      // The number of repetitions after the first time.
      let count = Int(text)
      settings.options.isLooping = text != "no" && count != 0
      settings.options.loopCount = count.map { $0 + 1 }
    },
    MPVOption("loop-playlist", .choice(["no", "inf", "yes", "force"], 1...10_000)) {
      settings, text throws(MPVOptionError) in
      settings.listLoop = text == "no" ? .none : Int(text).map { .times($0) } ?? .endless
    },
    MPVOption("ab-loop-a", .text) { settings, text throws(MPVOptionError) in
      settings.loopStart = text == "no" ? nil : try time(text, isPosition: false)
    },
    MPVOption("ab-loop-b", .text) { settings, text throws(MPVOptionError) in
      settings.loopEnd = text == "no" ? nil : try time(text, isPosition: false)
    },
  ]

  private static let sounding: [MPVOption] = [
    // Only the track that plays by default can be chosen.
    MPVOption("aid", .choice(["no", "auto"], 1...1)) { settings, text throws(MPVOptionError) in
      settings.hasSound = text != "no"
    },
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
      settings.options.volume = Volume(percent: percent)
    },
    MPVOption("mute", .choice(["no", "auto", "yes"], nil)) {
      settings, text throws(MPVOptionError) in
      settings.options.isMuted = text == "yes"
    },
    MPVOption("audio-delay", .number(-10...10)) { settings, text throws(MPVOptionError) in
      settings.options.audioDelay = MPVNumber.parse(text).map { .seconds($0) }
    },
  ]

  private static let serving: [MPVOption] = [
    MPVOption("idle", .choice(["no", "once", "yes"], nil)) {
      settings, text throws(MPVOptionError) in
      settings.options.waitsForFiles = text != "no"
      settings.waitsOnce = text == "once"
    },
    MPVOption("input-ipc-server", .anyText) { settings, text throws(MPVOptionError) in
      settings.options.ipcPath = text.isEmpty ? nil : text
    },
    MPVOption("input-ipc-client", .anyText) { settings, text throws(MPVOptionError) in
      let number = text.hasPrefix("fd://") ? Int32(text.dropFirst(5)) : nil
      settings.options.ipcDescriptor = number.flatMap { $0 < 0 ? nil : $0 }
    },
  ]

  private static let printing: [MPVOption] = [
    MPVOption("terminal", .flag) { settings, text throws(MPVOptionError) in
      settings.hasTerminal = text == "yes"
    },
    MPVOption("input-terminal", .flag) { settings, text throws(MPVOptionError) in
      settings.options.wantsKeys = text == "yes"
    },
    MPVOption("quiet", .flag) { settings, text throws(MPVOptionError) in
      settings.isQuiet = text == "yes"
    },
    MPVOption("really-quiet", .flag) { settings, text throws(MPVOptionError) in
      settings.isReallyQuiet = text == "yes"
    },
    MPVOption("v", .flag) { settings, _ throws(MPVOptionError) in settings.verbosity += 1 },
    MPVOption("msg-level", .anyText) { settings, text throws(MPVOptionError) in
      try settings.addLevels(text)
    },
    MPVOption("log-file", .anyText) { settings, text throws(MPVOptionError) in
      settings.logFile = text.isEmpty ? nil : text
    },
  ]

  private static func position(_ text: String) throws(MPVOptionError) -> MediaPoint? {
    if text == "none" { return nil }
    guard let point = MPVNumber.position(text) else {
      throw .invalidTime(text, isPosition: true)
    }
    return point
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
