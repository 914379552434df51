import Glibc
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadOutputs
import PlayheadProcesses

/// A regular file that a process has open.
struct OpenFile: Sendable {
  /// The size of FFmpeg's buffer of a file.
  private static let bufferSize: Int64 = 32_768

  /// The path of the descriptor, which opens the file even if its name is gone.
  let descriptorPath: String
  /// The path of the file, as the system knows it.
  let name: String
  let identity: FileIdentity
  /// Where the process reads or writes next.
  private(set) var offset: Int64
  private(set) var size: Int64
  /// Whether the process writes the file.
  let isWritten: Bool

  /// Reads the descriptor of a process; nil if it is closed, or is no regular file.
  init?(process: pid_t, descriptor: String) {
    descriptorPath = "/proc/\(process)/fd/\(descriptor)"
    var status = stat()
    guard stat(descriptorPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let identity = FileIdentity(status),
      let text = ProcessReference.read("/proc/\(process)/fdinfo/\(descriptor)"),
      let offset = Self.value("pos:", in: text).flatMap({ Int64($0) }),
      let flags = Self.value("flags:", in: text).flatMap({ Int32($0, radix: 8) })
    else { return nil }
    self.identity = identity
    self.offset = offset
    size = Int64(status.st_size)
    isWritten = flags & O_ACCMODE != O_RDONLY
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(descriptorPath, &bytes, bytes.count)
    let path = CommandLine.exactText(Array(bytes.prefix(max(length, 0))))
    let mark = " (deleted)"
    name = status.st_nlink == 0 && path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
  }

  private static func value(_ key: String, in text: String) -> Substring? {
    text.split(separator: "\n").first { $0.hasPrefix(key) }?
      .dropFirst(key.utf8.count).drop(while: \.isWhitespace)
  }

  /// The file after the process has written it to its end; nil if its name is gone.
  var finished: OpenFile? {
    var status = stat()
    guard stat(name, &status) == 0, FileIdentity(status) == identity else { return nil }
    var file = self
    (file.size, file.offset) = (Int64(status.st_size), Int64(status.st_size))
    return file
  }

  /// The offset up to which ffmpeg has used the file: about the middle of the buffer that it has read.
  var bufferedOffset: Int64 { max(offset &- Self.bufferSize / 2, 0) }

  /// The file as media: by its name if it still has it, because the name helps to recognize formats.
  var media: LocatedMedia {
    let path = CommandLine.exactBytes(of: name)
    let isNamed = FileIdentity(path: path) == identity
    return LocatedMedia(regularFile: isNamed ? path : Array(descriptorPath.utf8))
  }
}

extension ProcessReference {
  /// Returns the regular files that it has open, by descriptor. Throws if they may not be seen.
  func files() throws(SystemFailure) -> [OpenFile] {
    try Self.entries(of: "/proc/\(identifier)/fd")
      .compactMap { Int32($0) }.sorted()
      .compactMap { OpenFile(process: identifier, descriptor: "\($0)") }
  }
}
