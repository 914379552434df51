import PlaybackSession
import PlayheadArguments
import PlayheadAudioDevices
import PlayheadCore
import PlayheadOutputs

/// Options for sound.
extension PlayOptions {
  /// How `--audio` was given.
  enum AudioArgument: Equatable {
    /// Nil for the default device.
    case device(String?)
    /// The default device. Without it, playback fails.
    case required
  }

  package static let audioOptions: [PlayOption] = [
    .value(
      nil, "audio", .optional("DEVICE"), "play the sound; =require fails without a device",
      \.sound.output
    ) { $0 == "require" ? .required : .device($0.isEmpty ? nil : $0) },
    .value(
      nil, "volume", "PERCENT", "volume of the sound, 0 to 200 (100)", \.sound.volume,
      .wholeNumber(from: 0, to: Volume.greatest)
    ) { Volume($0) },
    .flag(nil, "mute", "start without sound; m switches it on", \.sound.isMuted),
    .value(
      nil, "audio-delay", "TIME", "play the sound later, or earlier if negative", \.sound.delay,
      .delay, TimeArgument.delay),
  ]

  /// Refuses options that have no effect on the sound.
  func checkAudioOptions() throws(UsageError) {
    if sound.output == nil, let name = firstGiven(of: "volume", "mute", "audio-delay") {
      throw .needless(name, because: .noAudio)
    }
  }

  /// The sound of each file; nil for none.
  package var audioPlayback: AudioPlayback? {
    sound.output.map { output in
      let device: String? = if case .device(let device) = output { device } else { nil }
      return .system(device: device, delay: sound.delay ?? .zero)
    }
  }
}
