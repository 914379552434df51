import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Every sample file satisfies the contract of media sources.
///
/// If `PLAYHEAD_MEDIA` names a directory, its files are tested instead of the samples.
@Suite struct ContractTests {
  static let rows: [MediaSourceRow] = {
    guard let directory = ProcessInfo.processInfo.environment["PLAYHEAD_MEDIA"] else {
      return SampleMedia.facts.map {
        MediaSourceRow($0.file, LocatedMedia(path: Repository.sample($0.file)))
      }
    }
    let files =
      FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    return files.sorted().filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".json") }.compactMap {
      let path = "\(directory)/\($0)"
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      return !exists || isDirectory.boolValue ? nil : MediaSourceRow($0, LocatedMedia(path: path))
    }
  }()

  @Test func thereAreFiles() {
    #expect(Self.rows.count > 20)
  }

  @Test(arguments: rows, MediaSourceCheck.all)
  func theContractHolds(_ row: MediaSourceRow, _ check: MediaSourceCheck) {
    #expect(check.violations(row) == [], "\(row)")
  }
}
