import Foundation

/// A directory that is deleted, with its contents, when this object is released.
package final class TemporaryDirectory: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "playhead-tests-\(UUID().uuidString)")

  package init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of the directory.
  package var path: String { url.path }

  /// Returns the path of a file in the directory, which need not exist.
  package func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ bytes: Data, to name: String) throws -> String {
    let path = path(name)
    try bytes.write(to: URL(filePath: path))
    return path
  }

  /// Makes a FIFO and returns its path.
  package func makeFIFO(_ name: String) throws -> String {
    let path = path(name)
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return path
  }
}
