import PlayheadAudio
import PlayheadMedia

/// Opens outputs of a sound server that speaks PulseAudio's protocol: PulseAudio itself, or PipeWire
/// with pipewire-pulse.
///
/// The client library `libpulse.so.0` is loaded when the first output is opened. It reads its own settings:
/// `PULSE_SERVER` and `PULSE_SINK` in the environment, and `client.conf`. A server that does not run is never started.
///
/// The server converts to the format of its device, and remembers the volume of each application.
/// The thread `playhead-pulse` of each open output receives what the server sends.
package struct PulseAudioOutputOpener: AudioOutputOpener {
  /// The sink's name or index, as in `pactl list short sinks`; nil for the default.
  package var device: String?
  /// The name that mixers show for the application.
  package var applicationName: String
  /// The name that mixers show for the sound.
  package var mediaName: String
  /// The server's address, as in `PULSE_SERVER`; nil for the default.
  package var server: String?

  /// The longest time until the server answers the connection, and until it answers the stream.
  var timeLimit = Duration.seconds(5)

  /// Creates an opener. Nothing is loaded yet. The server's address is as in `PULSE_SERVER`; nil for the default.
  package init(
    device: String? = nil, applicationName: String = "playhead", mediaName: String = "Playback",
    server: String? = nil
  ) {
    self.device = device
    self.applicationName = applicationName
    self.mediaName = mediaName
    self.server = server
  }

  /// Connects to the server. Waits at most five seconds for each of its two answers.
  ///
  /// At most 8 channels and 384,000 samples per second are possible. `onChange` is called on the library's thread,
  /// which holds the library's lock: it must return soon, must not call the output except for its `status`, and must
  /// not take a lock that is held while a method of the output is called.
  package func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput {
    let possible = AudioFormat(
      sampleRate: min(max(format.sampleRate, 1), 384_000),
      channelCount: min(max(format.channelCount, 1), 8))
    let output = PulseAudioOutput(try PulseLibrary.load(), format: possible, onChange: onChange)
    try output.connect(self, interruption: interruption)
    return output
  }
}
