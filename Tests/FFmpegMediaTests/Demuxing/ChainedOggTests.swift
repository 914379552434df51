import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Files of Ogg that were joined, of which each has headers.
@Suite struct ChainedOggTests {
  private static let file = "pygame-house_lo.ogg"

  private func source(of data: Data, in directory: TemporaryDirectory) throws -> any MediaSource {
    let path = try directory.write(data, to: "chain.ogg")
    return try LocatedMedia(path: path).open(for: .report(.whole), interruption: Interruption())
  }

  @Test func headersBetweenJoinedFilesAreNoPackets() throws {
    let directory = try TemporaryDirectory()
    let data = try Repository.sampleBytes(Self.file)
    let single = try source(of: data, in: directory).readAll()
    let joined = try source(of: data + data, in: directory).readAll()
    try #require(joined.count == 2 * single.count)
    #expect(joined.prefix(single.count) == single[...])
    let second = joined.dropFirst(single.count)
    #expect(second.map(\.byteCount) == single.map(\.byteCount))
    #expect(second.map(\.presentationTicks) == single.map(\.presentationTicks))
    // It gives no samples.
    #expect(second.filter(\.isDiscarded).count == 1 && second.first?.isDiscarded == true)
  }

  /// libavformat returns the headers of the second file as packets if both have the same number.
  @Test func aFileOfOpusThatIsJoinedWithItselfHasNoOtherPackets() throws {
    let directory = try TemporaryDirectory()
    let data = try Repository.sampleBytes("mediafile.opus")
    let single = try source(of: data, in: directory).readAll()
    let joined = try source(of: data + data, in: directory).readAll()
    #expect(joined.map(\.byteCount) == single.map(\.byteCount) + single.map(\.byteCount))
    #expect(
      joined.map(\.skippedSamples) == single.map(\.skippedSamples) + single.map(\.skippedSamples))
    #expect(
      joined.map(\.presentationTicks)
        == single.map(\.presentationTicks) + single.map(\.presentationTicks))
  }

  @Test func theDecoderLearnsFromHeadersThatAnotherFileBegins() throws {
    let directory = try TemporaryDirectory()
    // The codebooks of the two files differ.
    let one = try Data(contentsOf: URL(filePath: Repository.path("Fuzz/Corpus/decode/sine.ogg")))
    let two = try Repository.sampleBytes("freedesktop-complete.oga")
    let source = try source(of: one + two + one, in: directory)
    let decoding = try #require(source as? any DecodingSource)
    let examiner = try #require(decoding.makeExaminer(ofTrack: 0))
    var defects: [PayloadDefect] = []
    while try source.readPacket() != nil {
      if let payload = decoding.takePayload() { defects += examiner.examine(payload) }
    }
    #expect(defects.isEmpty)
  }
}
