import TestEnvironment

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
  /// - Parameter modules: More modules to load.
  package init(modules: [String] = []) throws {
    let directory = try TemporaryDirectory()
    let fifo = try directory.makeFIFO("device")
    device = try PipeDevice(fifo)
    let sink =
      "module-pipe-sink file=\(fifo) sink_name=\(Self.sinkName) format=s16le "
      + "rate=\(FrameCode.sampleRate) channels=2"
    server = try SoundServer(in: directory, modules: [sink] + modules)
  }
}
