import Foundation

/// The version of libavformat that the tests run with, and the facts that depend on it.
package enum LibavformatVersion {
  /// 59 for FFmpeg 5.1, 60 for 6.1, 61 for 7.1, 63 for 9.0; 0 if the library is not loaded.
  package static let major: UInt32 = {
    guard let symbol = dlsym(nil, "avformat_version") else { return 0 }
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt32).self)() >> 16
  }()

  /// The versions of which some facts differ from those of FFmpeg 5.1 and that are not newer than the
  /// present one, the newest one first.
  package static let differing = [63, 61].filter { $0 <= major } as [UInt32]

  /// Returns the facts about each of several files.
  ///
  /// - Parameters:
  ///   - fixture: A file in `Tests/Fixtures` with the facts of FFmpeg 5.1, such as `ffprobe.json`. Beside it,
  ///     `ffprobe-61.json` and `ffprobe-63.json` have those that differ since that version of libavformat.
  ///   - isSame: Whether two facts are about the same file.
  ///   - parse: Returns the facts in a text.
  package static func facts<Fact>(
    in fixture: String, where isSame: (Fact, Fact) -> Bool, parse: (String) throws -> [Fact]
  ) throws -> [Fact] {
    func read(_ name: String) throws -> [Fact] {
      try parse(Repository.text(of: "Tests/Fixtures/\(name)"))
    }
    let newer = try differing.flatMap { version in
      try read(fixture.replacing(".", with: "-\(version)."))
    }
    return try read(fixture).map { fact in newer.first { isSame($0, fact) } ?? fact }
  }

  /// The path of the golden of a sample: that of the newest version that has its own.
  package static func golden(_ name: String) -> String {
    let folders = differing.map { "Tests/Goldens/\($0)" } + ["Tests/Goldens"]
    let paths = folders.map { "\($0)/\(name)" }
    return paths.first { FileManager.default.fileExists(atPath: Repository.path($0)) } ?? paths[0]
  }
}
