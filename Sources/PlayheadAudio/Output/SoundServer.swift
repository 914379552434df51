/// A server that plays the sound of programs, and states how late it is heard.
///
/// All methods may be called from any thread. None waits for the server.
package protocol SoundServer: AnyObject, Sendable {
  /// Asks for the streams that programs play; nil if there is no server, or it cannot state them.
  ///
  /// The answer comes once, on any thread: never after `close` or another request, or if the server is silent. It must
  /// return soon, and must not call the server.
  func requestStreams(_ answer: @escaping @Sendable ([SoundStream]?) -> Void)

  /// Ends the connection. No request is answered after that.
  func close()
}

/// What a program plays on a sound server.
package struct SoundStream: Hashable, Sendable {
  /// The process that plays it, as the program states it.
  package var process: Int32
  /// The time until a sample that the program adds now is heard.
  package var latency: Duration
  /// Whether the program has paused it.
  package var isPaused: Bool

  package init(process: Int32, latency: Duration, isPaused: Bool = false) {
    (self.process, self.latency, self.isPaused) = (process, latency, isPaused)
  }
}
