import Foundation

/// The files of the repository that tests read.
package enum Repository {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The path of the directory of the sample media.
  package static let sampleMedia = path("SampleMedia")

  /// Returns the absolute path of a file.
  ///
  /// - Parameter file: A path relative to the root of the repository.
  package static func path(_ file: String) -> String { root.appending(path: file).path }

  /// Returns the path of a file in the directory of the sample media.
  package static func sample(_ file: String) -> String { path("SampleMedia/\(file)") }

  /// The MP4 and QuickTime files among the sample media and the fixtures, relative to the repository.
  package static let movies: [String] = ["SampleMedia", "Tests/Fixtures/media"].flatMap { folder in
    let files = FileManager.default.enumerator(atPath: path(folder))
    return (files?.compactMap { $0 as? String } ?? []).sorted()
      .filter { ["mp4", "mov", "m4a"].contains(($0 as NSString).pathExtension) }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the contents of a file in the directory of the sample media.
  package static func sampleBytes(_ file: String) throws -> Data {
    try Data(contentsOf: URL(filePath: sample(file)))
  }

  /// Returns the text of a file.
  ///
  /// - Parameter file: A path relative to the root of the repository.
  package static func text(of file: String) throws -> String {
    try String(contentsOfFile: path(file), encoding: .utf8)
  }
}
