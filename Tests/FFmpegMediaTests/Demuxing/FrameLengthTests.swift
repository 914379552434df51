import CPlayheadFFmpeg
import Foundation
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Frames of sound whose lengths libavformat does not know, or rounds.
@Suite struct FrameLengthTests {
  /// Silence of AC-3 at 44.1 kHz, in frames that last 3,134.69 ticks.
  private static func silence(frameCount: Int) -> Data {
    var frame = Data([0x0B, 0x77, 0, 0, 0x40, 0x40, 0x40]) + Data(count: 129)
    // CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1.
    var checksum: UInt16 = 0
    for byte in frame.dropFirst(2) {
      checksum ^= UInt16(byte) << 8
      for _ in 0..<8 { checksum = checksum & 0x8000 == 0 ? checksum << 1 : checksum << 1 ^ 0x8005 }
    }
    frame += [UInt8(checksum >> 8), UInt8(checksum & 0xFF)]
    return (0..<frameCount).reduce(into: Data()) { data, _ in data += frame }
  }

  @Test func roundedLengthsOfRawFramesDoNotAddUp() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.silence(frameCount: 1_000), to: "silence.ac3")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let source = try LocatedMedia(path: path).open(for: purpose, interruption: Interruption())
      let track = try #require(source.info.tracks.first)
      let times = try source.readAll().compactMap { $0.presentationTicks.map(track.time(ofTicks:)) }
      let samples = Timebase(1, 44_100)
      let counted = (0..<1_000).map { (index: Int64) in
        MediaTime(ticks: index * 1_536, timebase: samples)
      }
      #expect(times == counted)
    }
    let end = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(end.time == MediaTime(ticks: 1_536_000, timebase: Timebase(1, 44_100)))
  }

  /// libavformat reads short packets at the start of LATM before it knows the sample rate, and gives them no times.
  @Test(.enabled(if: EncodedSound.ffmpeg != nil)) func silentLATMIsCountedFromItsStart() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("silence.latm")
    _ = try EncodedSound.run([
      "-v", "error", "-nostdin", "-f", "lavfi", "-i", "anullsrc=r=48000", "-t", "10", "-c:a", "aac",
      "-f", "latm", path,
    ])
    let source = try LocatedMedia(path: path).open(for: .decoding, interruption: Interruption())
    let track = try #require(source.info.tracks.first)
    func times() throws -> [MediaTime?] {
      try source.readAll().map { $0.presentationTicks.map(track.time(ofTicks:)) }
    }
    let samples = Timebase(1, 48_000)
    let all = try times()
    #expect(all == all.indices.map { MediaTime(ticks: Int64($0 * 1_024), timebase: samples) })
    #expect(all.count >= 469)
    try source.seek(to: .seconds(5))
    let rest = try times()
    #expect(try #require(rest.first ?? nil) <= .seconds(5) && rest.last == all.last)
  }

  /// Neither AVI nor NUT stores lengths of packets.
  @Test func aFrameOfFLACDeclaresItsLength() {
    let codes: [(bytes: [UInt8], count: Int64)] = [
      ([0x19, 8, 0], 192), ([0x59, 8, 0], 4_608), ([0xC9, 8, 0], 4_096), ([0x69, 8, 5, 0x37], 56),
      ([0x79, 8, 5, 0x0F, 0x54], 3_925), ([0x79, 8, 0xC4, 0x80, 0x0F, 0x54], 3_925),
    ]
    for (bytes, count) in codes {
      let frame: [UInt8] = [0xFF, 0xF8] + bytes + [0, 0]
      let found = frame.withUnsafeBytes { SoundFrame.sampleCount($0, codec: "flac") }
      #expect(found == count, "\(bytes)")
    }
    #expect(
      SoundFrame.sampleCount(UnsafeRawBufferPointer(start: nil, count: 0), codec: "flac") == 0)
  }

  /// Neither Matroska nor NUT stores it.
  @Test func aBlockOfWavPackDeclaresItsLength() {
    for (bytes, count) in [
      ([0x44, 0xAC, 0, 0], 44_100), ([0, 0, 2, 0], 131_072), ([1, 0, 2, 0], nil),
      ([0, 0, 0, 0], 0),
    ] as [(bytes: [UInt8], count: Int64?)] {
      let block =
        Array("wvpk".utf8) + [UInt8](repeating: 0, count: 16) + bytes + [0, 0, 0, 0, 5, 0, 0, 0]
      #expect(block.withUnsafeBytes { SoundFrame.sampleCount($0, codec: "wavpack") } == count)
      #expect(
        block.dropLast(1).withUnsafeBytes { SoundFrame.sampleCount($0, codec: "wavpack") } == nil)
    }
  }

  /// W64 fills its last chunk with zeros, which libavformat returns as a packet.
  @Test(arguments: ["gsm_ms", "mp3"]) func bytesBehindTheLastFrameAreNoSound(_ codec: String) {
    let zeros = [0, 0, 0] as [UInt8]
    #expect(zeros.withUnsafeBytes { SoundFrame.sampleCount($0, codec: codec) } == 0)
  }

  /// Core Audio Format stores no lengths of packets.
  @Test func aPacketOfALACLastsAsLongAsItDeclares() throws {
    func bigEndian(_ value: UInt64, _ count: Int) -> Data {
      Data(Data(littleEndian: value, count).reversed())
    }
    func chunk(_ name: String, _ content: Data) -> Data {
      Data(name.utf8) + bigEndian(UInt64(content.count), 8) + content
    }
    var description = bigEndian((44_100.0).bitPattern, 8) + Data("alac".utf8)
    for number: UInt64 in [0, 0, 4_096, 1, 0] { description += bigEndian(number, 4) }
    var cookie = bigEndian(4_096, 4) + Data([0, 16, 40, 10, 14, 1]) + bigEndian(255, 2)
    cookie += bigEndian(0, 4) + bigEndian(0, 4) + bigEndian(44_100, 4)
    // The number of samples is in 32 bits behind the flag and three bits.
    let whole = Data([0, 0, 0, 0, 0, 0, 0, 0])
    let last = Data([0, 0, 0x10]) + bigEndian(1_000 << 1, 4) + Data([0])
    let table = bigEndian(3, 8) + bigEndian(12_288, 8) + bigEndian(0, 8) + Data([8, 8, 8])
    var file = Data("caff".utf8) + bigEndian(1, 2) + bigEndian(0, 2)
    file += chunk("desc", description) + chunk("kuki", cookie) + chunk("pakt", table)
    file += chunk("data", bigEndian(0, 4) + whole + whole + last)
    let directory = try TemporaryDirectory()
    let path = try directory.write(file, to: "silence.caf")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let opener = LocatedMedia(path: path)
      let source = try opener.open(for: purpose, interruption: Interruption())
      #expect(try source.readAll().map(\.durationTicks) == [nil, nil, 1_000])
    }
    let end = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(end.time == MediaTime(ticks: 9_192, timebase: Timebase(1, 44_100)))
  }

  /// Packets of AVI that each last a tick, although libavformat counts their blocks.
  private struct ChunkedSound {
    let format: UInt64
    let bitsPerSample: UInt64
    let blockLength: UInt64
    let sampleRate: UInt64
    let samplesPerChunk: UInt64
    let chunks: [Data]
    var hasIndex = true

    var file: Data {
      func little(_ values: [(UInt64, Int)]) -> Data {
        values.reduce(into: Data()) { $0 += Data(littleEndian: $1.0, $1.1) }
      }
      func chunk(_ name: String, _ content: Data) -> Data {
        Data(name.utf8) + little([(UInt64(content.count), 4)]) + content
          + Data(count: content.count % 2)
      }
      func list(_ name: String, _ content: Data) -> Data {
        chunk("LIST", Data(name.utf8) + content)
      }
      let header = little([(40_000, 4), (0, 4), (0, 4), (0x10, 4), (0, 4), (0, 4), (1, 4)])
      let stream =
        Data("auds".utf8)
        + little([
          (0, 4), (0, 4), (0, 4), (0, 4), (samplesPerChunk, 4), (sampleRate, 4), (0, 4),
          (UInt64(chunks.count), 4), (0, 4), (0, 4), (0, 4), (0, 8),
        ])
      let sound = little([
        (format, 2), (1, 2), (sampleRate, 4), (sampleRate * bitsPerSample / 8, 4),
        (blockLength, 2), (bitsPerSample, 2), (0, 2),
      ])
      var (content, index) = (Data(), Data())
      for piece in chunks {
        index += Data("00wb".utf8)
        index += little([(0x10, 4), (UInt64(content.count + 4), 4), (UInt64(piece.count), 4)])
        content += chunk("00wb", piece)
      }
      let tracks = list("strl", chunk("strh", stream) + chunk("strf", sound))
      let lists = list("hdrl", chunk("avih", header + Data(count: 28)) + tracks)
      let movie = Data("AVI ".utf8) + lists + list("movi", content)
      return chunk("RIFF", hasIndex ? movie + chunk("idx1", index) : movie)
    }
  }

  /// G.726 of 2,048 samples in 1,024 blocks, and a shorter packet.
  @Test func soundInAVILastsAsLongAsItsSamples() throws {
    let chunks = [1_024, 1_024, 1_024, 1_024, 544].map { Data(count: $0) }
    let sound = ChunkedSound(
      format: 0x45, bitsPerSample: 4, blockLength: 1, sampleRate: 8_000, samplesPerChunk: 2_048,
      chunks: chunks)
    let directory = try TemporaryDirectory()
    let path = try directory.write(sound.file, to: "sound.avi")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let opener = LocatedMedia(path: path)
      let source = try opener.open(for: purpose, interruption: Interruption())
      #expect(source.info.tracks.first?.timebase == Timebase(1, 8_000))
      let ticks = source.info.tracks.first?.durationTicks
      #expect(ticks == 10_240)
      let packets = try source.readAll()
      #expect(packets.map(\.presentationTicks) == [0, 2_048, 4_096, 6_144, 8_192])
      #expect(packets.map(\.durationTicks) == [2_048, 2_048, 2_048, 2_048, 1_088])
    }
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    for _ in 0..<3 { try source.seek(to: .milliseconds(800)) }
    #expect(try source.readAll().map(\.presentationTicks) == [6_144, 8_192])
    let end = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(end.time == MediaTime(ticks: 9_280, timebase: Timebase(1, 8_000)))
  }

  /// MP3 of 32 and then 320 kb/s. A frame of the first is no longer than a block.
  @Test(arguments: [true, false]) func theFirstChunksInAVIMayBeShort(hasIndex: Bool) throws {
    let short = Data([0xFF, 0xFB, 0x10, 0xC4]) + Data(count: 100)
    let long = Data([0xFF, 0xFB, 0xE0, 0xC4]) + Data(count: 1_040)
    let sound = ChunkedSound(
      format: 0x55, bitsPerSample: 0, blockLength: 576, sampleRate: 44_100, samplesPerChunk: 1_152,
      chunks: Array(repeating: short, count: 20) + Array(repeating: long, count: 20),
      hasIndex: hasIndex)
    let directory = try TemporaryDirectory()
    let path = try directory.write(sound.file, to: "sound.avi")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let source = try LocatedMedia(path: path).open(for: purpose, interruption: Interruption())
      #expect(try source.readAll().map(\.presentationTicks) == (0..<40).map { Int64($0) })
    }
  }

  /// FFmpeg's muxer stores the time of the first packet for each. Others store all.
  @Test(
    .enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"), arguments: [true, false])
  func aFirstSeekUsesTheTimesOfAACInRealMediaUnlessTheyAreRepeated(isRepeated: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sound.rm")
    let arguments = "-v error -nostdin -f lavfi -i sine=d=20:r=44100 -c:a aac"
    let process = try SpawnedProcess(
      try #require(EncodedSound.ffmpeg), arguments.split(separator: " ").map(String.init) + [path],
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file("/dev/null", flags: O_WRONLY),
        .file("/dev/null", flags: O_WRONLY),
      ])
    try #require(process.waitForExit() == 0)
    var file = try Data(contentsOf: URL(filePath: path))
    var place = try #require(file.places(of: "DATA").first) + 18
    var count = 0
    while !isRepeated, place + 12 < file.count, file[place] == 0, file[place + 1] == 0 {
      let time = Data(bigEndian: UInt64(count * 1_024_000 / 44_100), 4)
      file.overwrite(at: place + 6, with: time)
      place += Int(file[place + 2]) << 8 | Int(file[place + 3])
      count += 1
    }
    let source = try LocatedMedia(path: try directory.write(file, to: "times.rm"))
      .open(interruption: Interruption())
    try source.seek(to: .seconds(10))
    let packets = try source.readAll()
    let first = try #require(packets.first?.presentationTicks)
    #expect(isRepeated ? first == 0 : (5_000...10_000).contains(first))
    #expect((19_900...20_100).contains(try #require(packets.last?.presentationTicks)))
  }

  /// ffmpeg copies the packets of a file of RealAudio 1.0, of which the last one is shorter.
  @Test(.enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"))
  func packetsOfSeveralFramesInRealMediaFollowEachOther() throws {
    let directory = try TemporaryDirectory()
    func run(_ arguments: String, _ names: String...) throws {
      let words = "-v error -nostdin \(arguments)".split(separator: " ").map(String.init)
      _ = try EncodedSound.run(words + names.map(directory.path))
    }
    try run("-f lavfi -i sine=d=10:r=8000 -c:a real_144", "frames.rm")
    let frames = try Data(contentsOf: URL(filePath: directory.path("frames.rm")))
    let place = try #require(frames.places(of: "DATA").first) + 18
    let sound = stride(from: place, to: frames.count - 31, by: 32).reduce(Data()) {
      $0 + frames[$1 + 12..<$1 + 32]
    }
    // No sizes, and four texts.
    let header = Data(count: 8 + 2 + 4 + 4) + Data([0, 4]) + Data("lpcJ".utf8)
    let file =
      Data([0x2E, 0x72, 0x61, 0xFD, 0, 3, 0, UInt8(header.count)]) + header
      + sound.prefix(9_000 + 20)
    _ = try directory.write(file, to: "whole.ra")
    try run("-i \(directory.path("whole.ra")) -c copy", "whole.rm")
    let source = try LocatedMedia(path: directory.path("whole.rm"))
      .open(interruption: Interruption())
    let packets = try source.readAll()
    #expect(packets.map(\.byteCount) == Array(repeating: 1_000, count: 9) + [20])
    #expect(packets.map(\.presentationTicks) == (0..<10).map { 1_000 * $0 })
  }

  /// libavformat's parser gives each frame but the first the time of the ninth one behind it, and the last nine that of
  /// the last but one.
  @Test(arguments: [220_500, 960, 50, 100, -1_900, 0])
  func framesOfFLACInASFFollowEachOther(pause: Int64) throws {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    track.codec = "flac"
    track.sampleRate = 48_000
    var times = try #require(FLACTimes(track, container: "asf"))
    // The last frame of a recording has 480 samples.
    let jump: Int64 = pause - 86
    var right: [Int64] = []
    for number: Int64 in 0..<60 {
      right.append(20 + number * 96)
      if number >= 30 { right[right.count - 1] += jump }
    }
    for (number, time) in right.enumerated() {
      var given = time
      if number > 0 { given = right[number < 51 ? number + 9 : 58] }
      var timing = PacketTiming(track: 0, presentationTicks: given)
      var frame: [UInt8] = [0xFF, 0xF8, 0x5A, 8, UInt8(number % 30), 0, 0, 0, 0, 0, 0]
      if number == 29 { frame.replaceSubrange(2..<7, with: [0x7A, 8, 29, 1, 0xDF]) }
      let isCorrected = frame.withUnsafeBytes { times.correct(&timing, $0) }
      #expect(timing.presentationTicks == time && isCorrected == (given != time), "\(number)")
    }
    #expect(FLACTimes(track, container: "matroska,webm") == nil)
  }

  /// E-AC-3 with one, six and, at half a rate, always six blocks; AC-3; DTS with 512 and 4,096 samples.
  @Test func aFrameOfEAC3AndDTSDeclaresItsLength() throws {
    let frames: [(codec: AVCodecID, bytes: [UInt8], count: Int64?)] = [
      (AV_CODEC_ID_EAC3, [0x0B, 0x77, 0, 0xBF, 0x05, 0x80], 256),
      (AV_CODEC_ID_EAC3, [0x0B, 0x77, 0, 0xBF, 0x35, 0x80], 1_536),
      (AV_CODEC_ID_EAC3, [0x0B, 0x77, 0, 0xBF, 0xC5, 0x80], 1_536),
      (AV_CODEC_ID_EAC3, [0x0B, 0x77, 0, 0, 0x00, 0x40], 1_536),
      (AV_CODEC_ID_EAC3, [0x77, 0x0B, 0, 0xBF, 0x05, 0x80], nil),
      (AV_CODEC_ID_DTS, [0x7F, 0xFE, 0x80, 0x01, 0xFC, 0x3C], 512),
      (AV_CODEC_ID_DTS, [0x7F, 0xFE, 0x80, 0x01, 0xFD, 0xFC], 4_096),
      (AV_CODEC_ID_DTS, [0x7F, 0xFE, 0x80], nil),
    ]
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let found = try #require(parameters)
    for (codec, bytes, count) in frames {
      found.pointee.codec_id = codec
      #expect(bytes.withUnsafeBytes { SoundFrame.sampleCount($0, found) } == count, "\(bytes)")
    }
  }
}
