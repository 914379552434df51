import PlayheadMedia

/// Opens outputs of one kind, such as a sound server.
public protocol AudioOutputOpener: Sendable {
  /// Opens an output, which does not play yet. Blocks until the output can be used.
  ///
  /// - Parameters:
  ///   - format: The format of the sound. An output that cannot play it chooses the nearest one that
  ///     it can play, and reports that as its `format`.
  ///   - interruption: Ends the call early, with an error.
  ///   - onChange: Called on any thread when the output's `status` has changed in a way that its
  ///     owner may wait for: there is room for samples, a reading has come, the output has lost its
  ///     device. It must return soon. The output keeps it until it is closed.
  /// - Returns: The output.
  /// - Throws: `AudioError` if there is no server or device, or no permission to use it.
  func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput
}
