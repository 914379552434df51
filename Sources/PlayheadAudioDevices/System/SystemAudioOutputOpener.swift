import PlayheadAudio
import PlayheadMedia

/// Opens an output of the sound server, or of ALSA if there is no server.
package struct SystemAudioOutputOpener: AudioOutputOpener {
  /// The sink or device of ALSA, only one of them with the prefix `pulse:` or `alsa:`; nil for the default.
  package var device: String?
  /// The names that mixers show, and the server. Its device is not used.
  package var pulseAudio: PulseAudioOutputOpener

  /// Creates an opener. Nothing is loaded yet.
  package init(
    device: String? = nil, pulseAudio: PulseAudioOutputOpener = PulseAudioOutputOpener()
  ) {
    self.device = device
    self.pulseAudio = pulseAudio
  }

  /// Opens the output. An error has the reason of the first one tried, and describes both.
  ///
  /// `onChange` is called on any thread. It must return soon, must not call the output except for its `status`, and
  /// must not take a lock that is held while a method of the output is called.
  package func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput {
    try Self.open(device) { device throws(AudioError) in
      var opener = pulseAudio
      opener.device = device
      return try opener.open(format, interruption: interruption, onChange: onChange)
    } alsa: { device throws(AudioError) in
      try ALSAOutputOpener(device: device).open(
        format, interruption: interruption, onChange: onChange)
    }
  }

  /// Opens a device of the sound server, or else of ALSA. Throws an error as the method of the same name does.
  static func open<Opened>(
    _ device: String?, pulse: (String?) throws(AudioError) -> Opened,
    alsa: (String?) throws(AudioError) -> Opened
  ) throws(AudioError) -> Opened {
    let parts = device?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.flatMap { $0.count == 2 && !$0[1].isEmpty ? String($0[1]) : nil }
    if parts?.first == "pulse" { return try pulse(rest) }
    if parts?.first == "alsa" { return try alsa(rest) }
    do throws(AudioError) {
      return try pulse(device)
    } catch let first {
      // ALSA's default device leads to the same server, and waits half a minute for it.
      if first.reason == .interrupted || first == PulseAudioOutput.unanswered { throw first }
      do throws(AudioError) {
        return try alsa(device)
      } catch {
        if error.reason == .interrupted { throw error }
        let description = first.description.dropFirst(first.name.count + 2)
        throw AudioError(first.name, first.reason, detail: "\(description); \(error.description)")
      }
    }
  }
}

/// Opens outputs on the devices of ALSA, for a machine without a sound server.
///
/// ALSA's library `libasound.so.2` is loaded when the first output is opened. It reads its own settings,
/// such as `~/.asoundrc`. A device that cannot take 32-bit floating-point values gets integers of 32 or
/// 16 bits, rounded to the nearest.
package struct ALSAOutputOpener: AudioOutputOpener {
  /// The device to play on, such as `hw:0` or `plughw:CARD=PCH`, as in `aplay -L`; nil for `default`.
  package var device: String?

  /// Creates an opener. Nothing is loaded yet.
  package init(device: String? = nil) {
    self.device = device
  }

  /// Opens the device, unless it is in use. `onChange` is called on a worker thread, without a lock.
  ///
  /// The default device plays one or two channels, because ALSA would drop the others instead of mixing them.
  package func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput {
    if interruption.isInterrupted { throw AudioError("ALSA", .interrupted) }
    // ALSA has no usual order of three or seven channels.
    let counts = device == nil ? [1, 2] : [1, 2, 4, 5, 6, 8]
    let possible = AudioFormat(
      sampleRate: min(max(format.sampleRate, 1), 768_000),
      channelCount: counts.first { $0 >= format.channelCount } ?? counts[counts.count - 1])
    let library = try ALSALibrary.load()
    let opened = try ALSADevice(device ?? "default", nearest: possible, library)
    return ALSAOutput(opened, onChange: onChange)
  }
}
