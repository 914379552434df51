import Glibc

/// Options for programs that control playback through mpv's JSON IPC.
extension PlayOptions {
  static let remoteOptions: [PlayOption] = [
    PlayOption(
      nil, "input-ipc-server", "PATH", "serve clients of mpv's JSON IPC at a socket"
    ) { options, text throws(UsageError) in
      let length = CommandLine.exactBytes(of: text).count
      guard length > 0, length < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
        throw .invalidValue(text, option: "--input-ipc-server", expected: .serverPath)
      }
      options.ipcPath = text
    },
    PlayOption(
      nil, "input-ipc-client", "fd://N", "the same for one client, at a descriptor"
    ) { options, text throws(UsageError) in
      guard text.hasPrefix("fd://"), let number = Int32(text.dropFirst(5)), number >= 0 else {
        throw .invalidValue(text, option: "--input-ipc-client", expected: .clientDescriptor)
      }
      options.ipcDescriptor = number
    },
  ]

  /// Refuses control of playback that is over before anybody could control it.
  func checkRemoteOptions() throws(UsageError) {
    let given = [
      ("--control", controlPath != nil), ("--mpris", mprisName != nil),
      ("--input-ipc-server", ipcPath != nil), ("--input-ipc-client", ipcDescriptor != nil),
    ]
    if isInstant, let (name, _) = given.first(where: \.1) {
      throw .conflict(name, with: "--instant")
    }
  }
}
