import CPlayheadSystem
import PlaybackSession
import PlayheadFormatting
import PlayheadOutputs
import PlayheadRemoteControl

/// The clients of mpv's JSON IPC, from before playback until its end.
struct ClientServing {
  private let server: IPCServer
  /// The path of the socket; nil if it has no file.
  private let socketFile: [CChar]?

  /// Creates the socket that the options name; nil if they name no clients.
  init?(_ options: PlayOptions, of session: some ControlledSession) throws(FileFailure) {
    guard options.remote.ipcPath != nil || options.remote.ipcDescriptor != nil else { return nil }
    let path = options.remote.ipcPath.map(CommandLine.exactBytes)
    let name = CommandLine.readableText(of: options.remote.ipcPath ?? "")
    let descriptor = options.remote.ipcDescriptor
    do throws(IPCServerError) {
      server = try IPCServer(session, listeningAt: path, connectedTo: descriptor) { notice in
        Messages.say(ClientMessage(notice).text)
      }
    } catch {
      if case .descriptor = error {
        throw FileFailure(message: "fd://\(descriptor ?? -1): \(error)")
      }
      throw FileFailure(message: "\(name): \(error)")
    }
    // An abstract socket has no file.
    socketFile = path.flatMap { $0.first == UInt8(ascii: "@") ? nil : $0.cString }
  }

  /// Starts to serve the clients. The socket is removed even if a signal ends the process.
  func begin() {
    system_remove_socket_at_end(socketFile)
    server.begin()
  }

  /// Disconnects the clients and removes the socket.
  func end() {
    server.stop()
    system_remove_socket_at_end(nil)
  }
}

/// A message about a client of mpv's JSON IPC.
enum ClientMessage: Message {
  case tooMany(limit: Int)
  case unread(mebibytes: Int)

  init(_ notice: IPCServer.Notice) {
    self =
      switch notice {
      case .refused(let limit): .tooMany(limit: limit)
      case .unread(let bytes): .unread(mebibytes: bytes >> 20)
      }
  }

  var text: String {
    switch self {
    case .tooMany(let limit): "more than \(limit) IPC clients; the others are disconnected"
    case .unread(let mebibytes):
      "disconnected an IPC client that did not read \(mebibytes) MiB of replies and events"
    }
  }
}
