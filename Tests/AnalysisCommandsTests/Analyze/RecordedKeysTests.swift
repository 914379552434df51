import Foundation
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAnalysisCommands
@testable import PlayheadArguments
@testable import PlayheadListFiles

@Suite struct RecordedKeysTests {
  private func keys(_ text: String) throws -> RecordedKeys {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Data(text.utf8), to: "records")
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try RecordedKeys(descriptor: descriptor)
  }

  private func record(_ key: UInt64, length: Int = 0) -> String {
    let type: RecordHead.RecordType = key % 2 == 0 ? .report : .error
    let digits = String(key, radix: 16)
    return String(decoding: RecordHead.beforeKey(type), as: UTF8.self)
      + String(repeating: "0", count: 16 - digits.count) + digits + "\","
      + String(repeating: "x", count: length) + "}\n"
  }

  @Test func theKeysOfLongAndShortLinesAreFound() throws {
    var random = SplitMix64(seed: 1)
    // Among these lines, some begin at each distance from the end of the pieces that are read.
    let numbers = (0..<9_000).map { _ in random.next() }
    let text = numbers.map { record($0, length: Int($0 % 700)) }.joined()
    let keys = try keys(text + record(7, length: 3_000_000) + record(8))
    #expect(numbers.allSatisfy(keys.contains) && keys.contains(7) && keys.contains(8))
    #expect(!keys.contains(9) && !numbers.contains { keys.contains($0 &+ 1) })
  }

  @Test func onlyCompleteRecordsOfThisVersionCount() throws {
    let incomplete = String(record(6).dropLast())
    let keys = try keys(
      record(2).replacing("\"version\":1", with: "\"version\":2") + "other\n\n"
        + record(4) + record(3).prefix(40) + "\n" + incomplete)
    #expect(keys.contains(4))
    for key in [2, 3, 6, 0] as [UInt64] { #expect(!keys.contains(key)) }
  }

  @Test func theKeyDependsOnThePathTheSizeAndTheTimeOfChange() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("file")
    func key(_ argument: String) -> UInt64? { FileVersion(of: argument, MediaAccess()).key }
    let missing = key(path)
    try folder.write(Data("12".utf8), to: "file")
    let small = key(path)
    #expect(key(path) == small && key(folder.path("./file")) != small)
    try folder.write(Data("123".utf8), to: "file")
    let times = [timespec(tv_sec: 1, tv_nsec: 1), timespec(tv_sec: 1, tv_nsec: 1)]
    utimensat(AT_FDCWD, path, times, 0)
    let old = key(path)
    utimensat(AT_FDCWD, path, [times[0], timespec(tv_sec: 1, tv_nsec: 2)], 0)
    #expect(Set([missing, small, old, key(path), key("http://host/file")]).count == 5)
    #expect(FileVersion(of: path, MediaAccess()).modifiedText == "1970-01-01T00:00:01.000000Z")
    // A stream cannot be read again.
    let pipe = try folder.makeFIFO("fifo")
    #expect(key("-") == nil && key(pipe) == nil)
  }
}
