import Glibc

/// Options for programs that control playback through mpv's JSON IPC.
extension PlayOptions {
  static let remoteOptions: [PlayOption] = [
    .value(
      nil, "input-ipc-server", "PATH", "serve clients of mpv's JSON IPC at a socket", \.ipcPath,
      .serverPath
    ) { text in
      let size = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
      return (1..<size).contains(CommandLine.exactBytes(of: text).count) ? text : nil
    },
    .value(
      nil, "input-ipc-client", "fd://N", "the same for one client, at a descriptor",
      \.ipcDescriptor, .clientDescriptor, clientDescriptor),
  ]

  /// Returns the number of a descriptor `fd://N`; nil for any other text.
  static func clientDescriptor(_ text: String) -> Int32? {
    guard text.hasPrefix("fd://"), let number = Int32(text.dropFirst(5)) else { return nil }
    return number < 0 ? nil : number
  }

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
