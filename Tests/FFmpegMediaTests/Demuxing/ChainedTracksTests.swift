import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Chained Ogg whose recordings have several tracks, with which libavformat does not continue.
@Suite struct ChainedTracksTests {
  private static let samples = ["pygame-house_lo.ogg", "mediafile.opus"]

  @Test func theOtherRecordingOfAFileIsRead() throws {
    let directory = try TemporaryDirectory()
    let files = try [1, 11].map { try OggPages.multiplexing(Self.samples, from: $0) }
    let expected = try files.flatMap { try Self.open($0, in: directory).readAll() }
    let found = try Self.open(files[0] + files[1], in: directory).readAll()
    #expect(found.map(\.byteCount) == expected.map(\.byteCount))
    #expect(found.map(\.presentationTicks) == expected.map(\.presentationTicks))
  }

  private static func open(_ data: Data, in directory: TemporaryDirectory) throws -> any MediaSource
  {
    try LocatedMedia(path: directory.write(data, to: "chain.ogg")).open(
      interruption: Interruption())
  }

  @Test func theReasonIsReportedAfterTheFirstRecordingOfAStream() throws {
    let directory = try TemporaryDirectory()
    let first = try OggPages.multiplexing(Self.samples, from: 1)
    let expected = try Self.open(first, in: directory).readAll()
    #expect(Set(expected.map(\.track)) == [0, 1])
    let pipe = try BytePipe()
    pipe.write(try first + OggPages.multiplexing(Self.samples, from: 11))
    let source = try pipe.opener.open(interruption: Interruption())
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
