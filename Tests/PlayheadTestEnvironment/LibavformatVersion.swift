import Foundation

/// The version of libavformat that the tests run with, and the facts that depend on it.
package enum LibavformatVersion {
  /// 59 for FFmpeg 5.1, 60 for 6.1, 61 for 7.1, 62 for 8.0, 63 for 9.0; 0 if the library is not loaded.
  package static let major: UInt32 = {
    guard let symbol = dlsym(nil, "avformat_version") else { return 0 }
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt32).self)() >> 16
  }()

  /// The versions of which some facts differ from those of the version before, the newest one first.
  package static let withOwnFacts: [UInt32] = [63, 62, 61, 60]

  /// Returns the facts about each of several files.
  ///
  /// - Parameters:
  ///   - fixture: A file in `Tests/Fixtures` with the facts of FFmpeg 5.1, such as `ffprobe.json`. Beside it,
  ///     files such as `ffprobe-61.json` have those that differ since that version of libavformat.
  ///   - isSame: Whether two facts are about the same file.
  ///   - parse: Returns the facts in a text.
  package static func facts<Fact>(
    in fixture: String, where isSame: (Fact, Fact) -> Bool, parse: (String) throws -> [Fact]
  ) throws -> [Fact] {
    func read(_ path: String) throws -> [Fact] { try parse(Repository.text(of: path)) }
    let paths = present(
      withOwnFacts.filter { $0 <= major }.map { version in
        "Tests/Fixtures/" + fixture.replacing(".", with: "-\(version).")
      })
    let newer = try paths.flatMap(read)
    return try read("Tests/Fixtures/\(fixture)").map { fact in
      newer.first { isSame($0, fact) } ?? fact
    }
  }

  /// Returns the path of the golden of a sample for a version: that of the newest version up to it that has
  /// its own, otherwise that of FFmpeg 5.1.
  package static func golden(_ name: String, of version: UInt32 = major) -> String {
    let folders = withOwnFacts.filter { $0 <= version }.map { "Tests/Goldens/\($0)" }
    return present(folders.map { "\($0)/\(name)" }).first ?? "Tests/Goldens/\(name)"
  }

  /// Returns those of several paths in the repository where there is a file.
  private static func present(_ paths: [String]) -> [String] {
    paths.filter { FileManager.default.fileExists(atPath: Repository.path($0)) }
  }
}
