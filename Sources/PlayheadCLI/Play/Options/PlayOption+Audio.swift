import PlayheadKit

/// Options for sound.
extension PlayOptions {
  /// How `--audio` was given.
  enum AudioArgument: Hashable {
    /// Nil for the default device.
    case device(String?)
    /// The default device. Without it, playback fails.
    case required
  }

  static let audioOptions: [PlayOption] = [
    PlayOption(
      nil, "audio", .optional("DEVICE"), "play the sound; =require fails without a device"
    ) { options, text throws(UsageError) in
      options.audio = text == "require" ? .required : .device(text.isEmpty ? nil : text)
    },
    PlayOption(nil, "volume", "PERCENT", "volume of the sound, 0 to 200 (100)") {
      options, text throws(UsageError) in
      guard let volume = Volume(text) else {
        throw .invalidValue(
          text, option: "--volume", expected: .wholeNumber(from: 0, to: Volume.greatest))
      }
      options.volume = volume
    },
    PlayOption(nil, "mute", nil, "start without sound; m switches it on") {
      options, _ throws(UsageError) in
      options.isMuted = true
    },
    PlayOption(nil, "audio-delay", "TIME", "play the sound later, or earlier if negative") {
      options, text throws(UsageError) in
      let isNegative = text.hasPrefix("-")
      guard let time = TimeArgument.parse(isNegative ? String(text.dropFirst()) : text),
        time <= .seconds(10)
      else {
        throw .invalidValue(text, option: "--audio-delay", expected: .delay)
      }
      let nanoseconds = time.nanoseconds(rounding: .toNearestOrEven)
      options.audioDelay = .nanoseconds(isNegative ? -nanoseconds : nanoseconds)
    },
  ]

  /// Refuses options that have no effect on the sound.
  func checkAudioOptions() throws(UsageError) {
    if audio != nil {
      if isInstant { throw .conflict("--audio", with: "--instant") }
      return
    }
    let needless = [
      ("--volume", volume != nil), ("--mute", isMuted), ("--audio-delay", audioDelay != nil),
    ]
    if let (name, _) = needless.first(where: \.1) { throw .needless(name, because: .noAudio) }
  }

  /// The sound of each file; nil for none.
  var audioPlayback: AudioPlayback? {
    audio.map { audio in
      let device: String? = if case .device(let device) = audio { device } else { nil }
      return .system(device: device, delay: audioDelay ?? .zero)
    }
  }
}
