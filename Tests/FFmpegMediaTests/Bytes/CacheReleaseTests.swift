import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

@Suite struct CacheReleaseTests {
  private let window = CacheRelease.windowLength

  /// Reads a file of `length` bytes from its start to its end. Returns the parts that are removed
  /// from the cache, and the offset of the read before which each was.
  private func read(
    _ length: Int64, cached: Range<Int64> = 0..<0
  ) -> [(part: Range<Int64>, place: Int64)] {
    var release = CacheRelease()
    var dropped: [(Range<Int64>, Int64)] = []
    for place in stride(from: 0, to: length, by: 32_768) {
      release.willRead(
        at: place,
        missing: { part in
          let part = part.clamped(to: 0..<length)
          let (before, after) = (
            part.clamped(to: 0..<cached.lowerBound), part.clamped(to: cached.upperBound..<length)
          )
          return (cached.isEmpty ? [part] : [before, after]).filter { !$0.isEmpty }
        }, drop: { dropped.append(($0, place)) })
    }
    release.finish { dropped.append(($0, length)) }
    return dropped
  }

  @Test func bytesThatReadingCachedAreRemovedBehindTheReader() {
    let dropped = read(4 * window)
    #expect(dropped.map(\.part) == (0..<4).map { $0 * window..<($0 + 1) * window })
    #expect(dropped.allSatisfy { $0.place >= $0.part.upperBound })
    #expect(dropped.first?.place == window)
  }

  @Test func bytesThatWereCachedBeforeAreKept() {
    let dropped = read(2 * window, cached: 4_096..<window + 8_192)
    #expect(dropped.map(\.part) == [0..<4_096, window + 8_192..<2 * window])
    #expect(read(2 * window, cached: 0..<2 * window).isEmpty)
  }

  @Test func nothingIsRemovedIfTheCacheIsUnknown() {
    var release = CacheRelease()
    release.willRead(at: 0, missing: { _ in [] }, drop: { _ in Issue.record() })
    release.finish { _ in Issue.record() }
  }

  /// A file may refer to offsets far beyond its end.
  @Test func aReadNearTheGreatestOffsetExaminesNothing() {
    var release = CacheRelease()
    for place in [.max, .max - 51, .max - window, .max - 3 * window + 1] as [Int64] {
      release.willRead(
        at: place,
        missing: { _ in
          Issue.record()
          return []
        }, drop: { _ in Issue.record() })
    }
    release.willRead(at: .max - 3 * window, missing: { [$0] }, drop: { _ in })
  }

  /// Matroska is read as a whole by either method.
  @Test(arguments: ReadingMethod.allCases, [false, true])
  func onlyReportsThatShallLeaveTheCacheUnchangedExamineIt(
    _ method: ReadingMethod, _ leavesCacheUnchanged: Bool
  ) throws {
    var opener = LocatedMedia(path: Repository.sample("bbb_chapters.mkv"))
    #expect(!opener.leavesCacheUnchanged)
    opener.leavesCacheUnchanged = leavesCacheUnchanged
    let report = try opener.open(for: .report(method), interruption: Interruption())
    let source = try #require(report as? FFmpegSource)
    #expect((source.demuxer.bytes?.cacheRelease != nil) == leavesCacheUnchanged)
    let other = try #require(opener.open(interruption: Interruption()) as? FFmpegSource)
    #expect(other.demuxer.bytes?.cacheRelease == nil)
  }

  /// A file that was just written is in the cache, so that nothing is missing.
  @Test func pagesThatWereJustWrittenAreCached() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Data(count: 100_000), to: "written")
    let file = try FileDescriptor.open(path: Array(path.utf8))
    #expect(CachedPages.missing(in: 0..<1 << 20, of: file.number, size: 100_000).isEmpty)
    #expect(CachedPages.missing(in: 0..<0, of: file.number, size: 0).isEmpty)
  }
}
