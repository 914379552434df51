import PlayheadTestEnvironment

/// A server with one sink, whose device is a `PipeDevice`.
package struct PipeSoundServer: Sendable {
  /// The sink's name.
  package static let sinkName = "pipe"

  /// The server.
  package let server: SoundServer
  /// The device.
  package let device: PipeDevice

  /// Starts the device and the server.
  ///
  /// - Parameters:
  ///   - modules: More modules to load.
  ///   - byteCount: How much the FIFO holds. A short write takes a whole page of it, so that two pages
  ///     run out of sound if the samples are written in odd pieces.
  ///   - keepsSamples: Whether the device keeps all samples instead of sample numbers.
  package init(
    modules: [String] = [], byteCount: Int32 = 8_192, keepsSamples: Bool = false
  ) throws {
    let directory = try TemporaryDirectory()
    let fifo = try directory.makeFIFO("device")
    device = try PipeDevice(fifo, byteCount: byteCount, keepsSamples: keepsSamples)
    let sink =
      "module-pipe-sink file=\(fifo) sink_name=\(Self.sinkName) format=s16le "
      + "rate=\(SampleCode.sampleRate) channels=2"
    server = try SoundServer(in: directory, modules: [sink] + modules)
  }
}
