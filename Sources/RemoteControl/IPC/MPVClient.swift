/// One client of mpv's JSON IPC.
///
/// All members may be called from any thread, and `receive` by one thread at a time.
public final class MPVClient: Sendable {
  /// The name, as other clients address it.
  public let name: String
  private let interface: MPVInterface
  private let send: @Sendable ([UInt8]) -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: The name, which no other client of the interface has: mpv calls the first `ipc_0`.
  ///   - interface: The interface of the session.
  ///   - send: Takes bytes for the client: whole lines, each with its newline. It must not block, and
  ///     must not call the client.
  public init(
    name: String, interface: MPVInterface, send: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.interface, self.send) = (name, interface, send)
  }

  /// Takes one line of the client. Replies are sent before it returns, except those of commands that
  /// ask for an asynchronous reply.
  ///
  /// - Parameter line: The line, without its newline.
  public func receive(line: ArraySlice<UInt8>) {}

  /// Ends the observers: nothing more is sent.
  public func close() {}
}
