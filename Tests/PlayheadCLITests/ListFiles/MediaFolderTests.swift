import PlayheadTestEnvironment
import Testing

@testable import PlayheadListFiles

@Suite struct MediaFolderTests {
  private func sorted(_ names: [String]) -> [String] {
    names.map { Array($0.utf8) }.sorted(by: MediaFolder.precedes)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ["1", "2", "10"], ["a1b2", "a1b10", "a02", "A3"], ["", "0", "a"], ["t", "t1", "t1a", "ta"],
    ["Part 9", "part 10", "Part 11"], ["x01", "x1"], ["é1", "é2", "é10"],
    ["v18446744073709551616", "v18446744073709551617"],
  ])
  func numbersInNamesAreCompared(names: [String]) {
    #expect(sorted(names.reversed()) == names)
    #expect(sorted(names) == names)
  }

  @Test func onlyMediaAreListed() throws {
    for (name, isMedia) in [
      ("a.mp4", true), ("A.FLAC", true), ("a.txt", false), ("mp4", false), ("a.", false),
      ("a.mp4.part", false), ("list.m3u", false),
    ] {
      #expect(MediaFolder.isMedia(Array(name.utf8)) == isMedia)
    }
  }

  @Test func aFolderThatCannotBeReadHasNoList() {
    #expect(MediaFolder(path: Array("/nowhere".utf8), includingFolders: true) == nil)
  }
}
