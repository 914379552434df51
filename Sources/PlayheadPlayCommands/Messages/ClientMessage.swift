import PlayheadOutputs
import PlayheadRemoteControl

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
