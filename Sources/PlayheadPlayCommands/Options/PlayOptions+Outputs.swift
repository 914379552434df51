import Glibc
import PlayheadFormatting
import PlayheadOutputs
import PlayheadProcesses
import PlayheadTimekeeping

/// Options that decide where records are written.
extension PlayOptions {
  package static let outputOptions: [PlayOption] = [
    PlayOption(
      "o", "log", "PLACE", "append records to FILE, fd:N, unix:PATH or -"
    ) { options, text throws(UsageError) in
      options.logs.append(try LogDestination(text))
    },
    .value(
      nil, "exec", "COMMAND", "run at boundaries, without a shell: 'cue {position}'", \.exec.command
    ) { text throws(UsageError) in try ExecCommand(text) },
    .value(
      nil, "exec-on", .oneOf("WHEN,...", ExecEvent.allCases.map(\.rawValue)),
      "when to run it: boundary, start, pause, seek, end, ...", \.exec.events
    ) { text throws(UsageError) in try ExecEvent.set(text) },
    .value(
      nil, "exec-output", .oneOf("OUT", streams),
      "where its standard output goes: stderr or stdout", \.exec.output, .oneOf(streams)
    ) { ChildProcess.OutputStream(rawValue: $0) },
    .flag("q", "quiet", "print no records on standard output", \.isQuiet),
  ]

  private static let streams = ChildProcess.OutputStream.allCases.map(\.rawValue)
}

/// Options for programs that control playback through mpv's JSON IPC.
extension PlayOptions {
  static let remoteOptions: [PlayOption] = [
    .value(
      nil, "input-ipc-server", "PATH", "serve clients of mpv's JSON IPC at a socket",
      \.remote.ipcPath,
      .serverPath
    ) { text in
      let size = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
      return (1..<size).contains(CommandLine.exactBytes(of: text).count) ? text : nil
    },
    .value(
      nil, "input-ipc-client", "fd://N", "the same for one client, at a descriptor",
      \.remote.ipcDescriptor, .clientDescriptor, clientDescriptor),
  ]

  /// Returns the number of a descriptor `fd://N`; nil for any other text.
  static func clientDescriptor(_ text: String) -> Int32? {
    guard text.hasPrefix("fd://"), let number = Int32(digits: text.dropFirst(5)) else {
      return nil
    }
    return number
  }
}
