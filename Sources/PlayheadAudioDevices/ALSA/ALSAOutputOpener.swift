import PlayheadAudio
import PlayheadMedia

/// Opens outputs on the devices of ALSA, for a machine without a sound server.
///
/// ALSA's library `libasound.so.2` is loaded when the first output is opened. It reads its own settings,
/// such as `~/.asoundrc`. A device that cannot take 32-bit floating-point values gets integers of 32 or
/// 16 bits, rounded to the nearest.
package struct ALSAOutputOpener: AudioOutputOpener {
  /// The device to play on: a name such as `hw:0` or `plughw:CARD=PCH`, as in `aplay -L`; nil for
  /// `default`.
  package var device: String?

  /// Creates an opener. Nothing is loaded yet.
  ///
  /// - Parameter device: The device to play on; nil for `default`.
  package init(device: String? = nil) {
    self.device = device
  }

  /// Opens the device. Does not wait for one that is in use.
  ///
  /// - Parameters:
  ///   - format: The format of the sound. The default device plays one or two channels, because ALSA
  ///     would drop the others instead of mixing them.
  ///   - interruption: Ends the call early, with an error.
  ///   - onChange: Called on a worker thread, without a lock.
  /// - Returns: The output, which is paused.
  /// - Throws: `AudioError` if the library is missing, or if there is no such device or it is in use.
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
