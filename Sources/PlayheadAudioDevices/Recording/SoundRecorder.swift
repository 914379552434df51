import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Samples that were recorded.
package struct RecordedPart: Sendable {
  /// The interleaved samples, from −1 to 1.
  package var samples: [Float]
  /// The instant when the device had taken the last one.
  package var end: HostInstant
}

/// An input of sound. One thread at a time uses it; it blocks until there are samples.
package protocol SoundRecorder: AnyObject {
  var format: AudioFormat { get }

  /// Returns the next samples; none if a while has passed without any.
  func record() throws(AudioError) -> RecordedPart
}

/// Opens inputs of the sound server, or of ALSA if there is no server.
package enum SystemSoundRecorder {
  /// Opens an input of the server or of ALSA, or the default, or only one of them with the prefix `pulse:` or `alsa:`.
  ///
  /// An error has the reason of the first one tried.
  package static func open(
    _ device: String?, channelCount: Int, clock: any HostClock
  ) throws(AudioError) -> any SoundRecorder {
    let format = AudioFormat(sampleRate: 48_000, channelCount: channelCount)
    return try SystemAudioOutputOpener.open(device) {
      source throws(AudioError) -> any SoundRecorder in
      try PulseRecorder(source, format, clock)
    } alsa: { device throws(AudioError) in
      try ALSARecorder(device ?? "default", format, clock)
    }
  }
}
