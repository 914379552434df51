import CPlayheadSystem
import Glibc
import PlayheadFormatting

/// Opens log files without following symbolic links that other users may have created.
///
/// The path is resolved one component at a time. A symbolic link is followed unless it is in a
/// world-writable directory such as `/tmp`, even if that is sticky.
package enum LogFile {
  private static let greatestLinkCount = 40
  private static let slash = UInt8(ascii: "/")
  private static let pathOnly = Int32(system_path_only)

  /// Opens or creates a file for appending. Throws if a component cannot be opened, or a link is not followed.
  package static func open(_ path: String) throws(SystemFailure) -> Int32 {
    let path = CommandLine.exactBytes(of: path)
    var directory = try start(path)
    defer { close(directory) }
    var names = LogFile.names(in: path)
    if path.last == slash { names.append([UInt8(ascii: ".")]) }
    if names.isEmpty { throw SystemFailure(code: path.isEmpty ? ENOENT : EISDIR) }
    names.reverse()
    var linkCount = 0
    while let name = names.popLast() {
      let isLast = names.isEmpty
      // Links in /proc to open files cannot be resolved by path. Only the kernel creates them.
      let isMagic = system_is_on_proc(directory) != 0
      let flags =
        (isLast ? O_WRONLY | O_CREAT | O_APPEND : pathOnly | O_DIRECTORY) | O_CLOEXEC
        | (isMagic ? 0 : O_NOFOLLOW)
      let descriptor = openat(directory, name.cString, flags, 0o666)
      if descriptor >= 0 {
        if isLast { return descriptor }
        close(directory)
        directory = descriptor
        continue
      }
      let code = errno
      guard code == ELOOP || code == ENOTDIR, !isMagic, let target = target(of: name, in: directory)
      else { throw SystemFailure(code: code) }
      linkCount += 1
      if linkCount > greatestLinkCount { throw SystemFailure(code: ELOOP) }
      if isWorldWritable(directory) {
        let name = String(decoding: name, as: UTF8.self)
        throw SystemFailure(code: ELOOP, detail: .linkInSharedDirectory(name))
      }
      names += LogFile.names(in: target).reversed()
      if target.first == slash {
        close(directory)
        directory = -1
        directory = try start(target)
      }
    }
    throw SystemFailure(code: ENOENT)
  }

  private static func names(in path: [UInt8]) -> [[UInt8]] {
    path.split(separator: slash).map(Array.init)
  }

  private static func start(_ path: [UInt8]) throws(SystemFailure) -> Int32 {
    let descriptor = Glibc.open(
      path.first == slash ? "/" : ".", pathOnly | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw SystemFailure(code: errno) }
    return descriptor
  }

  private static func target(of name: [UInt8], in directory: Int32) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = readlinkat(directory, name.cString, start, buffer.count)
      if length <= 0 || length == buffer.count { return nil }
      return Array(UnsafeRawBufferPointer(start: start, count: length))
    }
  }

  private static func isWorldWritable(_ directory: Int32) -> Bool {
    var status = stat()
    return fstat(directory, &status) != 0 || status.st_mode & S_IWOTH != 0
  }
}
