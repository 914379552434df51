import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// The index of an MP4 lists all packets, so its duration is known before it is read.
@Suite struct IndexedDurationTests {
  private func indexed(_ path: String) throws -> (MediaTime?, PreparedMedia) {
    let media = try PreparedMedia(path: path)
    return (media.info.indexedDuration, media)
  }

  @Test(arguments: Repository.movies)
  func aCompleteIndexGivesTheDurationThatReadingFinds(path: String) throws {
    let (duration, media) = try indexed(path)
    guard let duration else { return }
    let measured = try MediaDuration.measured(byReading: media.open(interruption: Interruption()))
    // An edit list may end within the last packet.
    let difference = try #require(measured.time.subtracting(duration))
    #expect(measured.isExact && abs(difference.seconds) < 0.05, "\(measured.time) \(duration)")
  }

  @Test func mostMoviesHaveACompleteIndex() throws {
    let complete = try Repository.movies.filter { try indexed($0).0 != nil }
    #expect(complete.count * 4 > Repository.movies.count * 3, "\(complete)")
  }

  /// The last packets that the index lists are beyond the end of the file.
  @Test func theIndexOfACutMovieIsNotComplete() throws {
    let directory = try TemporaryDirectory()
    let whole = try Repository.sampleBytes("bbb_small.mp4")
    let path = try directory.write(whole.prefix(whole.count * 3 / 4), to: "cut.mp4")
    #expect(try indexed(Repository.sample("bbb_small.mp4")).0 != nil)
    #expect(try indexed(path).0 == nil)
  }

  @Test(arguments: ["bbb_chapters.mkv", "bbb_start3600.ts", "mediafile-artwork.flac"])
  func aFileWithoutAnIndexOfAllPacketsHasNone(file: String) throws {
    #expect(try indexed(Repository.sample(file)).0 == nil)
  }
}
