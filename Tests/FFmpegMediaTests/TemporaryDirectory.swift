import Foundation

/// A directory that is deleted, with its contents, when this object is released.
final class TemporaryDirectory {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "FFmpegMediaTests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path }

  func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file and returns its path.
  func write(_ bytes: Data, to name: String) throws -> String {
    let path = path(name)
    try bytes.write(to: URL(filePath: path))
    return path
  }

  func makeFIFO(_ name: String) throws -> String {
    let path = path(name)
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return path
  }
}
