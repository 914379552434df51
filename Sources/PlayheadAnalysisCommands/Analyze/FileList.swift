import Glibc
import PlayheadFormatting
import PlayheadOutputs

/// A list of file names, which is read piece by piece, because it may be longer than memory.
struct FileList {
  enum Next {
    case name([UInt8])
    /// No complete name has been read; see `fill()`.
    case nothingYet
    case end
  }

  /// The greatest length of a name in bytes.
  static let longestName = FileMessage.longestName
  private static let pieceLength = 65_536

  let descriptor: Int32
  private let name: String
  private let separator: UInt8
  private let isOwned: Bool
  private var bytes: [UInt8] = []
  /// The index in `bytes` of the first byte that belongs to no returned name.
  private var start = 0
  private var isAtEnd = false
  private var nameCount = 0

  /// Opens a list at a path or on standard input, with a null byte or a line feed after each name.
  init(_ argument: String, isNullTerminated: Bool) throws(FileFailure) {
    separator = isNullTerminated ? 0 : UInt8(ascii: "\n")
    isOwned = argument != "-"
    name = isOwned ? CommandLine.readableText(of: argument) : "standard input"
    descriptor =
      isOwned
      ? open(CommandLine.exactBytes(of: argument).cString, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    if descriptor < 0 { throw FileFailure(name, SystemFailure(code: errno)) }
  }

  func close() {
    if isOwned { _ = Glibc.close(descriptor) }
  }

  /// Returns the next name that is complete and not empty. Throws if the list cannot be one of names.
  mutating func next() throws(FileFailure) -> Next {
    while true {
      let rest = bytes[start...]
      let end = rest.firstIndex(of: separator)
      if end == nil, !isAtEnd {
        if rest.count > FileList.longestName { throw failure(.longName(nameCount + 1)) }
        return .nothingYet
      }
      let name = rest[..<(end ?? rest.endIndex)]
      start = end.map { $0 + 1 } ?? rest.endIndex
      if name.isEmpty {
        if end == nil { return .end }
        continue
      }
      nameCount += 1
      if name.contains(0) { throw failure(.nullByteInName(nameCount)) }
      if name.count > FileList.longestName { throw failure(.longName(nameCount)) }
      return .name(Array(name))
    }
  }

  /// Reads more of the list, and waits for it if necessary.
  mutating func fill() throws(FileFailure) {
    bytes.removeSubrange(..<start)
    start = 0
    let length = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: FileList.pieceLength))
    var count = -1
    repeat {
      count = bytes[length...].withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress, $0.count)
      }
    } while count < 0 && errno == EINTR
    let code = errno
    bytes.removeLast(FileList.pieceLength - max(count, 0))
    if count < 0 { throw FileFailure(name, SystemFailure(code: code)) }
    isAtEnd = count == 0
  }

  /// Returns the number of names if the list is a regular file, without moving the position in the list.
  var countedNames: Int? {
    var status = stat()
    let position = lseek(descriptor, 0, SEEK_CUR)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, position >= 0 else {
      return nil
    }
    defer { lseek(descriptor, position, SEEK_SET) }
    var copy = self
    var count = 0
    do throws(FileFailure) {
      while true {
        switch try copy.next() {
        case .name: count += 1
        case .nothingYet: try copy.fill()
        case .end: return count
        }
      }
    } catch {
      return nil
    }
  }

  private func failure(_ message: FileMessage) -> FileFailure { FileFailure(name, message) }
}
