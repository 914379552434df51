import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Chained Ogg whose recordings have several tracks, which libavformat does not read on.
@Suite struct ChainedTracksTests {
  private static let samples = ["pygame-house_lo.ogg", "mediafile.opus"]

  private static func open(_ data: Data, in directory: TemporaryDirectory) throws -> any MediaSource
  {
    try LocatedMedia(path: directory.write(data, to: "chain.ogg")).open(
      interruption: Interruption())
  }

  @Test func theReasonIsReportedAfterTheFirstRecording() throws {
    let directory = try TemporaryDirectory()
    let first = try OggPages.multiplexing(Self.samples, from: 1)
    let expected = try Self.open(first, in: directory).readAll()
    #expect(Set(expected.map(\.track)) == [0, 1])
    let source = try Self.open(
      first + OggPages.multiplexing(Self.samples, from: 11), in: directory)
    var count = 0
    let error = #expect(throws: MediaError.self) {
      while case .packet = try source.read() { count += 1 }
    }
    #expect(error?.reason == .unsupported)
    #expect(
      error?.description.hasSuffix("(chained Ogg whose recordings have several tracks)") == true)
    #expect(count > 0)
  }
}
