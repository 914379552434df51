import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Opening MP4 and QuickTime files for reports by their index.
@Suite struct IndexOpeningTests {
  private func packets(
    _ path: String, by method: ReadingMethod
  ) throws -> (packets: [PacketTiming], info: MediaInfo, method: ReadingMethod?) {
    let source = try LocatedMedia(path: path).open(
      for: .report(method), interruption: Interruption())
    let packets = try source.readAll()
    return (packets, source.info, (source as? any FramedSource)?.method)
  }

  /// A file whose movie box is at its start, followed by as many empty bytes as in a long film.
  private func longMovie() throws -> Data {
    let bytes = try Repository.sampleBytes("bbb.mp4")
    // A `free` box of 64 MiB after the media.
    let length: UInt32 = 64 << 20
    return bytes + withUnsafeBytes(of: length.bigEndian) { Data($0) } + Data("free".utf8)
      + Data(count: Int(length) - 8)
  }

  @Test func aURLIsJudgedByItsIndexInRanges() throws {
    let body = try longMovie()
    let server = try MediaServer(body)
    let indexed = try packets(server.url("bbb.mp4"), by: .index)
    #expect(indexed.method == .index)
    let sent = server.sentByteCount
    #expect(sent > 0 && sent * 50 <= body.count)
    let whole = try packets(server.url("bbb.mp4"), by: .whole)
    #expect(whole.method == .whole && whole.packets == indexed.packets)
    #expect(whole.info == indexed.info)
  }

  @Test func aServerWithoutRangesIsReadAsBefore() throws {
    let body = try Repository.sampleBytes("beepflash/bf_frag.mp4")
    let server = try MediaServer(body, .init(servesRanges: false))
    let read = try packets(server.url("a.mp4"), by: .index)
    #expect(
      try read.method == .whole && read.packets == packets(server.url("a.mp4"), by: .whole).packets)
  }

  @Test func aServerThatDeclaresNoLengthIsReadAsBefore() throws {
    let body = try Repository.sampleBytes("beepflash/bf_frag.mp4")
    let server = try MediaServer(body, .init(servesRanges: false, declaresLength: false))
    let read = try packets(server.url("a.mp4"), by: .index)
    #expect(
      try read.method == .whole && read.packets == packets(server.url("a.mp4"), by: .whole).packets)
  }

  /// The lengths that a server declares need not be true, nor possible.
  @Test(arguments: [
    "0", "1", "100", "9223372036854775807", "9223372036854775808", "18446744073709551615", "*", "",
  ])
  func aServerMayDeclareAnyLength(_ total: String) throws {
    let body = try Repository.sampleBytes("beepflash/bf_frag.mp4")
    let server = try MediaServer(body, .init(declaredTotal: total))
    let read = try? packets(server.url("a.mp4"), by: .index)
    let isShort = Int(total).map { $0 < body.count } ?? false
    #expect(isShort || read?.packets.isEmpty != true)
  }

  /// A `free` box reaches to the greatest offset, as does the length that the server declares.
  @Test func theLastRangeEndsAtTheGreatestOffset() throws {
    let greatest: Int64 = 1 << 62
    let movie = try Repository.sampleBytes("beepflash/bf_frag.mp4")
    let free = UInt64(greatest) - UInt64(movie.count) - 8
    let body =
      movie + Data(bigEndian: 1, 4) + Data("free".utf8) + Data(bigEndian: free, 8)
    let server = try MediaServer(body, .init(declaredTotal: "\(greatest)"))
    let input = try #require(
      RemoteInput(server.url("a.mp4"), options: nil, interruption: Interruption()))
    #expect(input.seek(to: greatest - 1, whence: SEEK_SET) == greatest - 1)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(
      buffer.withUnsafeMutableBufferPointer { input.read(into: $0.baseAddress!, count: 16) } < 0)
    _ = try? packets(server.url("a.mp4"), by: .index)
  }

  @Test func anotherContainerAtAURLIsReadAsBefore() throws {
    let server = try MediaServer(try Repository.sampleBytes("bbb_chapters.mkv"))
    let read = try packets(server.url("a.mkv"), by: .index)
    #expect(
      try read.method == .whole && read.packets == packets(server.url("a.mkv"), by: .whole).packets)
  }

  @Test func openingErrorsAreThoseOfReading() throws {
    let folder = try TemporaryDirectory()
    let server = try MediaServer(Data(), .init(status: "404 Not Found"))
    for path in [
      folder.path("missing.mp4"), try folder.write(Data(), to: "empty.mp4"),
      try folder.write(Data("text".utf8), to: "text.mp4"), server.url("a.mp4"),
    ] {
      var reasons: [MediaError.Reason] = []
      for method in ReadingMethod.allCases {
        do {
          _ = try packets(path, by: method)
        } catch let error as MediaError {
          reasons.append(error.reason)
        }
      }
      #expect(reasons.count == 2 && reasons.first == reasons.last)
    }
  }

  @Test func theCoverOfAnAudioFileHasNoTimeByAnyMethod() throws {
    var bytes = try Repository.sampleBytes("beepflash/bf.m4a")
    let picture = try #require(
      Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAC"
          + "hwGA60e6kgAAAABJRU5ErkJggg=="))
    let data = Data("data".utf8) + Data(bigEndian: 14, 4) + Data(count: 4) + picture
    let item = Data("covr".utf8) + Data(bigEndian: UInt64(data.count + 4), 4) + data
    let cover = Data(bigEndian: UInt64(item.count + 4), 4) + item
    // The movie box is the last one, and its tags are at its end.
    for box in ["moov", "udta", "meta", "ilst"] {
      bytes.add(UInt64(cover.count), at: try #require(bytes.places(of: box).last) - 4)
    }
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes + cover, to: "cover.m4a")
    let (indexed, whole) = try (packets(path, by: .index), packets(path, by: .whole))
    #expect(indexed.method == .index && whole.packets == indexed.packets)
    #expect(whole.info == indexed.info && whole.info.tracks.count == 2)
    #expect(indexed.packets.first { $0.track == 1 }.map { $0.presentationTicks == nil } == true)
  }

  /// The number of bytes of a file outside the contents of its `mdat` boxes.
  private func headerByteCount(_ bytes: Data) -> Int {
    var (place, count) = (0, 0)
    while place + 8 <= bytes.count {
      let length = Int(bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) })
      let isData = bytes[place + 4..<place + 8] == Data("mdat".utf8)
      count += isData ? 8 : length
      place += max(length, 8)
    }
    return count
  }

  /// Of a short file, the sample tables alone may be more than two percent.
  @Test(arguments: Repository.movies)
  func theHeadersAreReadOnceAndDataOnlyToFindTheTracks(file: String) throws {
    let path = Repository.path(file)
    let source = try #require(
      try LocatedMedia(path: path).open(for: .report(.index), interruption: Interruption())
        as? FFmpegSource)
    let packets = try source.readAll()
    _ = source.readDeclarations()
    let input = try #require(source.demuxer.source as? SkippingInput)
    let headers = try headerByteCount(Data(contentsOf: URL(filePath: path)))
    // FFmpeg needs up to 40 frames of video to find the tracks, if their headers do not suffice.
    let isProbed = source.demuxer.opener.purpose == .indexedPackets
    let first = packets.map { $0.seconds(in: source.info) }.min() ?? 0
    let probed = packets.filter { $0.seconds(in: source.info) - first < 3 }.map(\.byteCount)
    #expect(input.readCount > 0)
    #expect(input.readCount <= Int64(headers + (isProbed ? probed.reduce(0, +) : 0) + 512))
  }

  /// Zeros are returned for media data only, and reads before it end where it begins.
  @Test func onlyBoxesOfMediaDataAreSkipped() throws {
    func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(content.count + 8).bigEndian, Array.init) + Array(kind.utf8)
        + content
    }
    let bytes =
      box("ftyp", [1, 2, 3, 4]) + box("mdat", Array(repeating: 5, count: 600))
      + box("free", [6, 7]) + box("mdat", Array(repeating: 8, count: 700)).prefix(600)
    let source = BytesInMemory(bytes)
    let reading = try #require(SkippingInput(source))
    reading.mediaData = .whole
    func all(_ input: SkippingInput) -> [UInt8] {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 99, count: 1_000)
      while true {
        let length = buffer.withUnsafeMutableBufferPointer {
          input.read(into: $0.baseAddress!, count: $0.count)
        }
        guard length > 0 else { return all }
        all += buffer.prefix(Int(length))
      }
    }
    #expect(all(reading) == bytes && reading.readCount == bytes.count)
    let skipping = SkippingInput(skippingDataOf: reading)
    #expect(all(skipping) == bytes.map { $0 == 5 || $0 == 8 ? 0 : $0 })
    #expect(skipping.seek(to: 13, whence: SEEK_SET) == 13)
    #expect(all(skipping) == bytes.dropFirst(13).map { $0 == 5 || $0 == 8 ? 0 : $0 })
    // All other bytes were kept.
    #expect(skipping.readCount == bytes.count)
    reading.mediaData = .pieces
    #expect(reading.seek(to: 20, whence: SEEK_SET) == 20)
    #expect(all(reading) == Array(bytes.dropFirst(20)))
  }
}

/// Bytes for a `SkippingInput`.
private final class BytesInMemory: ByteSource {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isSeekable: Bool { true }
  var file: ByteInput? { nil }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let part = bytes.dropFirst(offset).prefix(count)
    for (index, byte) in part.enumerated() { buffer[index] = byte }
    offset += part.count
    return part.isEmpty ? -1 : Int32(part.count)
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    if whence == SEEK_SET { offset = Int(position) }
    return whence == SEEK_SET ? position : Int64(bytes.count)
  }
}

extension PacketTiming {
  fileprivate func seconds(in info: MediaInfo) -> Double {
    info.tracks[track].time(ofTicks: decodeTicks ?? presentationTicks ?? 0).seconds
  }
}
