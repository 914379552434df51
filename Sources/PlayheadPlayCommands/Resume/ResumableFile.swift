import Glibc
import PlayheadArguments
import PlayheadFormatting
import PlayheadListFiles
import PlayheadTimekeeping

/// A file or URL that can be played again from a saved position.
struct ResumableFile {
  /// The absolute path, with links resolved if the file exists, or the URL.
  let name: [UInt8]
  let version: FileVersion
}

extension ResumableFile {
  /// Reads the properties of a file; nil for a stream, which cannot be read again.
  init?(_ argument: String, _ access: MediaAccess) {
    let version = FileVersion(of: argument, access)
    if version.key == nil { return nil }
    let path = access.media(argument).systemPath
    let name = path.map(ResumableFile.resolved) ?? CommandLine.exactBytes(of: argument)
    self.init(name: name, version: version)
  }

  /// The name in the form of a command-line argument.
  var argument: String { CommandLine.exactText(name) }

  /// The name for display.
  var readableName: String { String(decoding: name, as: UTF8.self) }

  /// Returns the absolute path of a file, with links resolved, or those of its directory if there is no file.
  private static func resolved(_ path: [UInt8]) -> [UInt8] {
    if let target = target(of: path) { return target }
    let slash = UInt8(ascii: "/")
    let nameStart = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let folder = nameStart == 0 ? [UInt8(ascii: ".")] : Array(path[..<nameStart])
    guard let target = target(of: folder) else { return path }
    return target + (target.last == slash ? [] : [slash]) + path[nameStart...]
  }

  private static func target(of path: [UInt8]) -> [UInt8]? {
    guard let target = realpath(path.cString, nil) else { return nil }
    defer { free(target) }
    return UnsafeBufferPointer(start: target, count: strlen(target)).map(UInt8.init(bitPattern:))
  }
}

/// What a playback needs to save where its file is left.
struct ResumePoint: Sendable {
  let file: ResumableFile
  /// Where the file was left before, and playback starts now; nil for the usual start.
  let position: MediaTime?
}
