import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

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

  /// Packets of 2.5 ms are shorter than what an encoder of Opus puts before the sound.
  @Test func theSamplesBeforeTheSoundMayBeInSeveralPackets() throws {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 48_000))
    track.codec = "opus"
    guard var headers = OggHeaders(track, container: "ogg") else { throw CancellationError() }
    var skipped: [UInt32] = []
    guard let packet = Packet.open() else { throw CancellationError() }
    for stream in 0..<2 as Range<UInt8> {
      let contents =
        [Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0, 0], Array("OpusTags".utf8)]
        + Array(repeating: [stream], count: 5)
      for (index, bytes) in contents.enumerated() {
        try #require(av_new_packet(packet.pointer, Int32(bytes.count)) == 0)
        packet.pointer.pointee.data.update(from: bytes, count: bytes.count)
        packet.pointer.pointee.duration = 120
        let isHeader = headers.keep(packet, isDecoded: false)
        #expect(isHeader == (index < 2))
        if !isHeader { skipped.append(packet.timing.skippedSamples) }
        packet.clear()
      }
    }
    #expect(skipped == [312, 192, 72, 0, 0, 312, 192, 72, 0, 0])
  }

  /// libavformat continues a recording only with one of the same codec. In a file, each other one is opened by itself.
  @Test func recordingsOfOtherCodecsAreRead() throws {
    let directory = try TemporaryDirectory()
    let names = ["mediafile.opus", Self.file, Self.file, "mediafile.opus"]
    let files = try names.map { try Repository.sampleBytes($0) }
    let joined = try source(of: files.reduce(Data(), +), in: directory)
    let timebase = joined.info.tracks[0].timebase
    var offset: Int64 = 0
    for (name, file) in zip(names, files) {
      let alone = try LocatedMedia(path: Repository.sample(name)).open(interruption: Interruption())
      for (index, packet) in try alone.readAll().enumerated() {
        let found = try #require(try joined.readPacket())
        #expect(found.byteCount == packet.byteCount)
        #expect(found.byteOffset == packet.byteOffset.map { $0 + offset })
        #expect(found.beginsEdit == (index == 0 && offset > 0))
        let time = packet.presentationTicks.map(alone.info.tracks[0].time)
        let ticks = time?.converted(to: timebase, rounding: .toNearestOrEven)?.ticks
        #expect(abs((found.presentationTicks ?? 0) - (ticks ?? 0)) <= 1)
      }
      offset += Int64(file.count)
    }
    #expect(try joined.readPacket() == nil)
  }

  @Test func anotherCodecInAStreamIsNamed() throws {
    let data = try Repository.sampleBytes("mediafile.opus") + Repository.sampleBytes(Self.file)
    let pipe = try BytePipe()
    pipe.write(data)
    let source = try pipe.opener.open(interruption: Interruption())
    let error = #expect(throws: MediaError.self) { try source.readAll() }
    #expect(error?.reason == .unsupported)
    #expect(
      error?.description.hasSuffix("(chained Ogg whose recordings have different codecs)") == true)
  }

  /// Returns a file of Vorbis whose first page states another sample rate.
  private static func stating(_ sampleRate: UInt32, _ data: Data) -> Data {
    var page = Array(data.prefix(58))
    page.replaceSubrange(40..<44, with: withUnsafeBytes(of: sampleRate.littleEndian, Array.init))
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    let sum = OggChecksum.ofBytes(page, followedByZeros: 0)
    page.replaceSubrange(22..<26, with: withUnsafeBytes(of: sum.littleEndian, Array.init))
    return Data(page) + data.dropFirst(page.count)
  }

  /// libavformat counts each file in the timebase of its own rate.
  @Test func aFileOfAnotherSampleRateIsCountedInTheTimebaseOfTheFirst() throws {
    let directory = try TemporaryDirectory()
    let slow = try Repository.sampleBytes(Self.file)
    let fast = Self.stating(4 * 11_025, slow)
    for (one, two, numerator) in [(slow, fast, 1), (fast, slow, 16)] {
      let first = try source(of: one, in: directory).readAll()
      let single = try source(of: two, in: directory).readAll()
      let second = try source(of: one + two, in: directory).readAll().dropFirst(first.count)
      try #require(second.count == single.count)
      for (packet, alone) in zip(second, single) {
        let expected = (alone.presentationTicks ?? 0) * Int64(numerator) / 4
        #expect(abs((packet.presentationTicks ?? 0) - expected) <= 1)
      }
    }
  }

  /// libavformat takes the lengths of packets from the headers of the first file.
  @Test func theLengthsOfPacketsAreThoseOfTheirFile() throws {
    let directory = try TemporaryDirectory()
    let files = [
      try Repository.sampleBytes(Self.file),
      try Data(contentsOf: URL(filePath: Repository.path("Fuzz/Corpus/decode/sine.ogg"))),
      try Repository.sampleBytes("freedesktop-complete.oga"),
    ]
    for (one, two) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
      let first = try source(of: files[one], in: directory)
      let count = try first.readAll().count
      let single = try source(of: files[two], in: directory)
      let alone = try single.readAll()
      let timebases = (first.info.tracks[0].timebase, single.info.tracks[0].timebase)
      let joined = try source(of: files[one] + files[two], in: directory)
      let second = try joined.readAll().dropFirst(count)
      try #require(second.count == alone.count)
      let ratio =
        Double(timebases.0.denominator) / Double(timebases.1.denominator)
      for (packet, expected) in zip(second, alone) {
        let context: Comment = "file \(two) behind \(one), at \(expected.byteOffset ?? -1)"
        for path in [\PacketTiming.presentationTicks, \.durationTicks] {
          let ticks = Double(expected[keyPath: path] ?? 0) * ratio
          #expect(abs(Double(packet[keyPath: path] ?? 0) - ticks) <= 1, context)
        }
        #expect(packet.paddingSamples == expected.paddingSamples, context)
      }
    }
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
