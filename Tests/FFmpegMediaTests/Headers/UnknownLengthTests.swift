import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Headers whose length was not known to the writer, or is wrong.
@Suite struct UnknownLengthTests {
  private func info(of bytes: Data, named name: String) throws -> MediaInfo {
    let folder = try TemporaryDirectory()
    return try open(bytes, named: name, in: folder).info
  }

  private func open(
    _ bytes: Data, named name: String, in folder: borrowing TemporaryDirectory
  ) throws -> any MediaSource {
    try LocatedMedia(path: folder.write(bytes, to: name)).open(interruption: Interruption())
  }

  // MARK: WAV

  private func chunk(_ kind: String, _ content: Data, declaring length: UInt32? = nil) -> Data {
    Data(kind.utf8) + Data(littleEndian: UInt64(length ?? UInt32(content.count)), 4) + content
  }

  /// Returns a WAV file of an unknown length.
  private func streamed(_ form: String, _ chunks: Data, sound: Data) -> Data {
    chunk(form, Data("WAVE".utf8) + chunks + chunk("data", sound, declaring: .max), declaring: .max)
  }

  private func format(_ numbers: [(UInt64, Int)]) -> Data {
    chunk("fmt ", numbers.reduce(Data()) { $0 + Data(littleEndian: $1.0, $1.1) })
  }

  @Test(arguments: ["RF64", "BW64"], [0, 0xFF] as [UInt8])
  func aStreamOfLargeWAVIsReadToItsEnd(form: String, byte: UInt8) throws {
    let folder = try TemporaryDirectory()
    let length = chunk("ds64", Data(repeating: byte, count: 24) + Data(count: 4))
    let format = format([(1, 2), (2, 2), (8_000, 4), (32_000, 4), (4, 2), (16, 2)])
    let bytes = streamed(form, length + format, sound: Data(count: 64_000))
    let source = try open(bytes, named: "stream.wav", in: folder)
    #expect(source.info.declaredDuration == .seconds(2))
    #expect(try source.readAll().reduce(0) { $0 + $1.byteCount } == 64_000)
    #expect(try HeaderDeclarations(of: bytes, named: "stream.wav").durations.isEmpty)
  }

  /// ffmpeg stores a wrong number of bytes per second.
  @Test func aStreamOfADPCMLastsAsLongAsItsBlocks() throws {
    let format = format([
      (0x11, 2), (1, 2), (48_000, 4), (16_000, 4), (1_024, 2), (4, 2), (2, 2), (2_041, 2),
    ])
    let bytes = streamed("RIFF", format, sound: Data(count: 100 * 1_024))
    let duration = try #require(try info(of: bytes, named: "stream.wav").declaredDuration)
    #expect(abs(duration.seconds - 100 * 2_041.0 / 48_000) < 0.01)
  }

  // MARK: AIFF and Wave64

  // Not stored: LeakSanitizer does not find the bytes of stored Data.
  private static var sound: Data { Data((0..<64_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }) }

  /// Returns AIFF whose writer could not go back, as ffmpeg's or SoX.
  private static func aiff(ofSoX: Bool, comment: Int) -> Data {
    func chunk(_ name: String, _ length: UInt64, _ content: Data) -> Data {
      var data = Data(name.utf8)
      data += Data(bigEndian: length, 4)
      data += content
      return data
    }
    let count: UInt64 = ofSoX ? 0x3F80_0000 : 0
    let rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    var format = Data(bigEndian: 2, 2)
    format += Data(bigEndian: count, 4)
    format += Data(bigEndian: 16, 2)
    format += rate
    var content = Data("AIFF".utf8)
    if comment > 0 {
      content += chunk("ANNO", UInt64(comment), Data(count: comment + comment % 2))
    }
    content += chunk("COMM", 18, format)
    let samples: Data = Data(count: 8) + sound
    content += chunk("SSND", ofSoX ? 0x7F00_0008 : 0, samples)
    return chunk("FORM", ofSoX ? 0x7F00_0050 : 0, content)
  }

  /// Returns Wave64 whose writer could not go back, as ffmpeg's or libsndfile.
  private static func wave64(length: UInt64, whole: UInt64) -> Data {
    let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    let form: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0]
    let format: [(UInt64, Int)] = [(1, 2), (2, 2), (8_000, 4), (32_000, 4), (4, 2), (16, 2)]
    var data = Data("riff".utf8)
    data += form
    data += Data(littleEndian: whole, 8)
    data += Data("wave".utf8)
    data += tail
    data += Data("fmt ".utf8)
    data += tail
    data += Data(littleEndian: 40, 8)
    for (number, count) in format { data += Data(littleEndian: number, count) }
    data += Data("data".utf8)
    data += tail
    data += Data(littleEndian: length, 8)
    data += sound
    return data
  }

  private static var streams: [String: Data] {
    [
      "AIFF by ffmpeg": aiff(ofSoX: false, comment: 0),
      "AIFF by SoX": aiff(ofSoX: true, comment: 31),
      "Wave64 by ffmpeg": wave64(length: UInt64(Int64.max), whole: .max),
      "Wave64 by libsndfile": wave64(length: 23, whole: 0),
      "Wave64 of no length": wave64(length: 0, whole: .max),
    ]
  }

  /// libavformat refuses these, or reads no sound.
  @Test(arguments: streams.keys.sorted(), ["file", "pipe", "ranges", "no ranges"])
  func aStreamOfSoundIsReadToItsEnd(_ name: String, at place: String) throws {
    let data = try #require(Self.streams[name])
    let folder = try TemporaryDirectory()
    let opener: LocatedMedia
    var server: MediaServer?
    let pipe = try BytePipe()
    switch place {
    case "file": opener = LocatedMedia(path: try folder.write(data, to: "a"))
    case "pipe":
      // The first read may return any number of bytes.
      BytePipe.write(data.prefix(3), to: pipe.writeEnd)
      pipe.write(data.dropFirst(3))
      opener = pipe.opener
    default:
      let conduct = MediaServer.Conduct(servesRanges: place == "ranges", pieceLength: 7_001)
      let new = try MediaServer(data, conduct)
      (server, opener) = (new, LocatedMedia(url: new.url("a")))
    }
    let source = try opener.open(interruption: Interruption())
    let packets = try source.readAll()
    #expect(packets.reduce(0) { $0 + $1.byteCount } == Self.sound.count)
    #expect(packets.reduce(0) { $0 + ($1.durationTicks ?? 0) } == 16_000)
    if let length = source.info.declaredDuration { #expect(length == .seconds(2)) }
    _ = server
  }

  @Test func lengthsThatMayBeRightAreKept() {
    let whole = Self.wave64(
      length: UInt64(24 + Self.sound.count), whole: UInt64(128 + Self.sound.count))
    var empty = Data("FORM".utf8)
    empty += Data(bigEndian: 20, 4)
    empty += Data("AIFFSSND".utf8)
    empty += Data(bigEndian: 8, 4)
    empty += Data(count: 8)
    let others = ["FORM....ILBM", "riff", "FORMriffRF64", "r", ""].map { Data($0.utf8) }
    let empty64 = Self.wave64(length: 24, whole: UInt64(128 + Self.sound.count))
    let files: [Data] = [whole, empty, empty64] + others
    for file in files {
      var copy = file
      copy.withUnsafeMutableBytes { OpenLengths.correct($0) }
      #expect(copy == file)
      let count = file.withUnsafeBytes { OpenLengths.missingCount(after: $0) }
      #expect((0...OpenLengths.beginningLength).contains(count))
    }
  }

  // MARK: MP3

  private static let song = "coffee_vbr_art.mp3"

  /// Returns a file whose Xing header counts other frames.
  private func song(counting change: (UInt64) -> UInt64) throws -> Data {
    var bytes = try Repository.sampleBytes(Self.song)
    let tag = try #require(bytes.places(of: "Xing").first)
    bytes.overwrite(at: tag + 8, with: Data(bigEndian: change(bytes.number(at: tag + 8)), 4))
    return bytes
  }

  @Test(arguments: ["half", "tenfold", "unknown", "one"])
  func framesContradictAWrongCount(count: String) throws {
    let folder = try TemporaryDirectory()
    let bytes = try song { right in
      switch count {
      case "half": right / 2
      case "tenfold": right * 10
      case "one": 1
      default: UInt64(UInt32.max)
      }
    }
    let (right, wrong) = (
      try SampleMedia.open(Self.song), try open(bytes, named: "wrong.mp3", in: folder)
    )
    let durations = [right.info, wrong.info].map {
      $0.declaredDuration(from: .zero)?.seconds ?? 0
    }
    #expect(abs(durations[0] - durations[1]) < 0.1)
    let starts = [try right.readAll(), try wrong.readAll()].map { packets in
      packets.filter { $0.track == 0 }.map(\.presentationTicks)
    }
    #expect(starts[0].count == starts[1].count)
    let steps = zip(starts[1], starts[1].dropFirst()).map { ($1 ?? 0) - ($0 ?? 0) }
    #expect(Set(steps).count == 1)
  }

  @Test func aCountOfFramesThatAreMissingIsNotWrong() throws {
    let bytes = try song { $0 }
    let cut = try #require(
      try info(of: bytes.prefix(bytes.count / 2), named: "a.mp3").declaredDuration)
    #expect(abs(cut.seconds - 40.0457) < 0.1)
  }

  // MARK: MP4

  /// The pictures begin 3 s late, and an edit leaves out all behind their first 2 s.
  @Test(arguments: [LocatedMedia.Purpose.decoding, .timing])
  func aDelayedTrackEndsWithItsEdit(purpose: LocatedMedia.Purpose) throws {
    let folder = try TemporaryDirectory()
    var bytes = try Repository.sampleBytes("bbb.mp4")
    let movie = try #require(bytes.places(of: "moov").last)
    func place(_ kind: String) throws -> Int {
      try #require(bytes.places(of: kind).first { $0 > movie })
    }
    let (header, edits) = (try place("tkhd"), try place("elst"))
    for place in [movie, try place("trak"), try place("edts"), edits] {
      bytes.add(12, at: place - 4)
    }
    bytes.overwrite(at: header + 24, with: Data(bigEndian: 5_000, 4))
    bytes.overwrite(at: edits + 8, with: Data(bigEndian: 2, 4) + Data(bigEndian: 2_000, 4))
    let empty = [3_000, UInt64(UInt32.max), 0x1_0000].map { Data(bigEndian: $0, 4) }
    bytes.insert(contentsOf: empty.reduce(Data(), +), at: edits + 12)
    var media = LocatedMedia(path: try folder.write(bytes, to: "late.mp4"))
    media.purpose = purpose
    let info = try media.open(interruption: Interruption()).info
    let length = try #require(info.tracks[0].durationTicks)
    #expect(info.tracks[0].time(ofTicks: length) == .seconds(2))
    let duration = try #require(info.declaredDuration(from: .zero)).seconds
    #expect(abs(duration - 5.33) < 0.05)
  }
}
