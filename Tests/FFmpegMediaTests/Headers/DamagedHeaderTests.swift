import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadFFmpeg

/// No header reader traps or reads without bound, whatever the bytes.
@Suite struct DamagedHeaderTests {
  private static func readAll(_ bytes: inout HeaderBytes) {
    _ = MovieHeaders(&bytes)
    _ = AVIHeaders(&bytes)
    _ = WAVHeaders(&bytes)
    _ = MP3Header(&bytes)
  }

  /// The headers of four files, without their media.
  private static func headers() throws -> [Data] {
    let movie = try Repository.sampleBytes("bbb_vfr.mp4")
    let place = try #require(movie.places(of: "moov").first)
    return [
      Data(movie[(place - 4)...].prefix(3_000)), Data(AVIFile(chunkCount: 3).bytes),
      Data(try Repository.sampleBytes("pygame-house_lo.wav").prefix(200)),
      Data(try Repository.sampleBytes("coffee_vbr_art.mp3")[13_500...].prefix(300)),
    ]
  }

  /// Tests every byte, or every 17th under a sanitizer, which takes a hundred times as long, and every third otherwise.
  private static let step = TestEffort.hasSanitizer ? 17 : TestEffort.isThorough ? 1 : 3

  @Test func headersCutAnywhereAreRead() throws {
    for header in try Self.headers() {
      for length in stride(from: 0, to: header.count, by: Self.step) {
        var bytes = HeaderBytes(Data(header.prefix(length)))
        Self.readAll(&bytes)
      }
    }
  }

  /// Each byte is replaced by one of the values that are most likely to break a length, a count or a
  /// version.
  @Test func headersWithAnyByteWrongAreRead() throws {
    let values: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFF]
    for header in try Self.headers() {
      for place in stride(from: 0, to: header.count, by: Self.step) {
        var damaged = header
        damaged[damaged.startIndex + place] = values[place % values.count]
        var bytes = HeaderBytes(damaged)
        Self.readAll(&bytes)
      }
    }
  }

  /// Returns an edit list of one entry, a table whose first composition offset is -1, and a table of
  /// durations that is longer than the file.
  private static func track(mediaTime: UInt64) -> Data {
    func box(_ kind: String, _ content: Data) -> Data {
      Data(bigEndian: UInt64(content.count + 8), 4) + Data(kind.utf8) + content
    }
    let edits =
      Data(bigEndian: 1 << 24, 4) + Data(bigEndian: 1, 4) + Data(bigEndian: 1_000, 8)
      + Data(bigEndian: mediaTime, 8) + Data(bigEndian: 0x10000, 4)
    let offsets =
      Data(bigEndian: 1 << 24, 4) + Data(bigEndian: 1, 4) + Data(bigEndian: 1, 4)
      + Data(bigEndian: UInt64(UInt32.max), 4)
    let durations = Data(count: 4) + Data(bigEndian: UInt64(UInt32.max), 4)
    let media =
      box("mdhd", Data(count: 12) + Data(bigEndian: 1_000, 4) + Data(bigEndian: 1_000, 4))
      + box("minf", box("stbl", box("ctts", offsets) + box("stts", durations)))
    return box("tkhd", Data(count: 12) + Data(bigEndian: 1, 4) + Data(count: 20))
      + box("edts", box("elst", edits)) + box("mdia", media)
  }

  @Test(arguments: [(1_000, 1_001), (UInt64(Int64.max) - 1, Int64.max), (1 << 63, nil)])
  func anEditThatStartsAtAnyTimeIsRead(mediaTime: UInt64, trimmedStart: Int64?) throws {
    var bytes = HeaderBytes(Self.track(mediaTime: mediaTime))
    let box = MovieBox(kind: "trak", content: bytes.all, isCut: false)
    let track = try #require(
      MovieTrackHeaders(box, movieTimebase: Timebase(1, 1_000), of: &bytes))
    #expect(track.trimmedStart?.ticks == trimmedStart)
    #expect(track.sampleDuration == nil)
  }

  /// A sparse file may be as long as the system allows, where sums of offsets and lengths overflow.
  @Test func aTrackAtTheEndOfTheGreatestFileIsNotRead() {
    let track = Self.track(mediaTime: 0)
    let start = Int64.max - Int64(track.count)
    var bytes = HeaderBytes(size: .max) { Array(track[Int($0 - start)...].prefix($1)) }
    let box = MovieBox(kind: "trak", content: start..<Int64.max, isCut: false)
    #expect(MovieTrackHeaders(box, movieTimebase: Timebase(1, 1_000), of: &bytes) == nil)
  }

  @Test func anEditThatLeavesOutMoreThanCanBeCountedDeclaresNothing() throws {
    var bytes = HeaderBytes(Self.track(mediaTime: UInt64(Int64.max)))
    let box = MovieBox(kind: "trak", content: bytes.all, isCut: false)
    let track = try #require(
      MovieTrackHeaders(box, movieTimebase: Timebase(1, 1_000), of: &bytes))
    #expect(track.trimmedStart == nil && track.delay == nil && track.mediaDuration != nil)
  }

  /// The file consists of empty boxes without end.
  @Test func readingHeadersStopsAtTheByteBudget() {
    var count = 0
    let box = Array(Data(bigEndian: 8, 4) + Data("free".utf8))
    var bytes = HeaderBytes(size: 1 << 40, budget: 80_000) { place, length in
      count += length
      return (0..<length).map { box[Int(place + Int64($0)) % 8] }
    }
    Self.readAll(&bytes)
    #expect(count > 8_000 && count <= 80_000)
    #expect(bytes.record(at: 0, count: 80_000) == nil)
    #expect(HeaderRecord(bytes: [1, 2]).bigEndian(at: 1, 2) == nil)
  }
}
