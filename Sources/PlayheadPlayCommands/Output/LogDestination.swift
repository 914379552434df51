import Glibc
import PlayheadFormatting
import PlayheadOutputs
import PlayheadTimekeeping

/// The destination of a `--log`.
package enum LogDestination: Equatable, Sendable {
  case file(String)
  case descriptor(Int32)
  /// The path of a Unix socket on which another process listens.
  case socket(String)
  case standardOutput

  private static let formats: [String: PlayOptions.Format] = [
    "csv": .csv, "tsv": .tsv, "txt": .text,
  ]

  /// Parses `FILE`, `fd:N`, `unix:PATH` or `-`. To write to a file of such a name, use `./fd:1`.
  init(_ text: String) throws(UsageError) {
    if text == "-" {
      self = .standardOutput
    } else if text.hasPrefix("fd:") {
      guard let number = Int32(digits: text.dropFirst(3)) else {
        throw .invalidValue(text, option: "--log", expected: .descriptor)
      }
      self = .descriptor(number)
    } else if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      let length = CommandLine.exactBytes(of: path).count
      guard length > 0, length < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
      else {
        throw .invalidValue(text, option: "--log", expected: .socketPath)
      }
      self = .socket(path)
    } else if text.isEmpty {
      throw .invalidValue(text, option: "--log", expected: .destination)
    } else {
      self = .file(text)
    }
  }

  /// The destination as it was given.
  var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(let number): "fd:\(number)"
    case .socket(let path): "unix:\(path)"
    case .standardOutput: "-"
    }
  }

  /// The format that the file extension names, otherwise JSON Lines.
  var format: PlayOptions.Format { ownFormat ?? .json }

  /// The format that the extension of a file names, or nil if it names none.
  var ownFormat: PlayOptions.Format? {
    guard case .file(let path) = self, let dot = path.lastIndex(of: ".") else { return nil }
    return LogDestination.formats[path[path.index(after: dot)...].lowercased()]
  }

  /// Opens the destination. The caller closes the descriptor, which child processes do not inherit.
  package func open() throws(SystemFailure) -> Int32 {
    switch self {
    case .file(let path): return try LogFile.open(path)
    case .descriptor(let number):
      let mode = fcntl(number, F_GETFL)
      if mode < 0 { throw SystemFailure(code: errno) }
      if mode & O_ACCMODE == O_RDONLY { throw SystemFailure(code: EBADF) }
      let own = fcntl(number, F_DUPFD_CLOEXEC, 0)
      if own < 0 { throw SystemFailure(code: errno) }
      // Otherwise a process that a command leaves in the background would keep the log open.
      if number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      return own
    case .socket(let path): return try LogDestination.connect(to: path)
    case .standardOutput: return try LogDestination.descriptor(STDOUT_FILENO).open()
    }
  }

  /// Connects to a Unix socket of any type.
  private static func connect(to path: String) throws(SystemFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: CommandLine.exactBytes(of: path))
    }
    for type in [SOCK_STREAM, SOCK_SEQPACKET, SOCK_DGRAM] {
      let descriptor = Glibc.socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      if descriptor < 0 { throw SystemFailure(code: errno) }
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let result = withUnsafePointer(to: address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, length)
        }
      }
      if result == 0 { return descriptor }
      let code = errno
      close(descriptor)
      if code != EPROTOTYPE { throw SystemFailure(code: code) }
    }
    throw SystemFailure(code: EPROTOTYPE)
  }
}
