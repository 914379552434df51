import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Files that were joined in containers that do not provide for that.
@Suite struct JoinedFileTests {
  /// Sound, pictures in order and pictures that are reordered.
  static let files: [(name: String, container: RecordingEnd.Container)] = [
    ("sonicpi-ambi_piano.flac", .flac), ("mediafile-artwork.flac", .flac),
    ("bbb_vp9_opus.webm", .matroska), ("bbb_chapters.mkv", .matroska),
    ("gnome-dual-monitors.webm", .matroska), ("bbb_cut_neg.mkv", .matroska),
  ]

  /// Returns where another recording begins, and how many bytes were read to find it.
  private static func judge(
    _ data: Data, _ container: RecordingEnd.Container
  ) -> (end: RecordingEnd?, count: Int) {
    var count = 0
    var bytes = HeaderBytes(size: Int64(data.count), budget: .max) {
      count += $1
      return Array(data[Int($0)..<Int($0) + $1])
    }
    let end = JoinedFile.end(of: container, &bytes)
    return (end, count)
  }

  @Test(arguments: files) func eachPairIsFound(
    _ file: (name: String, container: RecordingEnd.Container)
  ) throws {
    let data = try Repository.sampleBytes(file.name)
    for (other, container) in Self.files where container == file.container {
      let end = Self.judge(data + (try Repository.sampleBytes(other)), container).end
      #expect(end?.found == Int64(data.count))
    }
    #expect(Self.judge(data + data + data, file.container).end?.found == Int64(data.count))
  }

  /// FLAC that was written into a pipe does not declare its length.
  @Test func aServerIsAskedOnlyOnceWhetherAnotherRecordingFollows() throws {
    var data = try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    data[21] &= 0xF0
    data.overwrite(at: 22, with: Data(count: 4))
    let server = try MediaServer(data)
    let source = try LocatedMedia(url: server.url("a.flac")).open(interruption: Interruption())
    let counts = try [1, 2, 3].map { second in
      let before = server.connectionCount
      try source.seek(to: .seconds(second))
      return server.connectionCount - before
    }
    #expect(counts[0] - counts[1] >= 4 && counts[0] - counts[2] >= 4, "\(counts)")
  }

  @Test(arguments: files) func aWholeFileIsNone(
    _ file: (name: String, container: RecordingEnd.Container)
  ) throws {
    let data = try Repository.sampleBytes(file.name)
    let (end, count) = Self.judge(data, file.container)
    #expect(end == nil)
    #expect(count < 400_000)
    // Neither are its first bytes, nor others behind its end.
    for part in [data.dropLast(data.count / 3), data + Data(repeating: 0x66, count: 100_000)] {
      #expect(Self.judge(Data(part), file.container).end == nil)
    }
  }

  /// Returns a file of Matroska whose segment declares no length, as of a recorder that cannot go back.
  private static func live(_ data: Data) throws -> Data {
    var data = data
    let name = Data([0x18, 0x53, 0x80, 0x67])
    let place = try #require(data.range(of: name)?.upperBound)
    data.replaceSubrange(place..<place + 8, with: [1] + Data(repeating: 0xFF, count: 7))
    return data
  }

  @Test func aRecordingWithoutALengthIsSearched() throws {
    let data = try Self.live(Repository.sampleBytes("bbb_vp9_opus.webm"))
    #expect(Self.judge(data, .matroska).end == nil)
    #expect(Self.judge(data + data, .matroska).end?.found == Int64(data.count))
  }

  @Test func theBeginningOfNUTIsFound() {
    let file = Data("nut/multimedia container\0".utf8) + Data(repeating: 0x6E, count: 3 << 19)
    #expect(Self.judge(file, .nut).end == nil)
    #expect(Self.judge(file + file, .nut).end?.found == Int64(file.count))
  }

  /// W64 declares its length; a writer that cannot go back declares none.
  @Test func theBeginningOfW64IsFound() throws {
    for isDeclared in [true, false] {
      let file = try Self.wave64(Self.samples(3_001), isDeclared: isDeclared)
      #expect(Self.judge(file, .wave64).end == nil)
      #expect(Self.judge(file + file, .wave64).end?.found == Int64(file.count))
    }
  }

  /// FLV and ASF declare their lengths, except in a live recording.
  @Test(
    .enabled(if: EncodedSound.ffmpeg != nil), arguments: ["flv", "asf"], [true, false])
  func theBeginningOfFLVAndASFIsFound(_ format: String, _ isDeclared: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sound." + format)
    _ = try EncodedSound.run(
      ["-v", "error", "-i", Repository.sample("mediafile-cbr.mp3"), "-vn", "-ar", "44100"]
        + ["-c:a", "libmp3lame", "-flvflags", isDeclared ? "0" : "no_duration_filesize"]
        .dropLast(format == "flv" ? 0 : 2) + [path])
    var file = try Data(contentsOf: URL(filePath: path))
    if format == "asf", !isDeclared {
      let name = Data([0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11])
      let properties = try #require(file.range(of: name)?.lowerBound)
      file.replaceSubrange(properties + 40..<properties + 48, with: Data(count: 8))
      file[properties + 88] |= 1
      _ = try directory.write(file, to: "sound." + format)
    }
    let container = try #require(RecordingEnd.Container(rawValue: format))
    #expect(Self.judge(file, container).end == nil)
    #expect(Self.judge(file + file, container).end?.found == Int64(file.count))
    let joined = try directory.write(file + file, to: "joined")
    for place in Self.places {
      try Self.withSource(of: file + file, joined, place) { source in
        let alone = try LocatedMedia(path: path).open(interruption: Interruption()).readAll().count
        #expect(try source.readAll().count == 2 * alone, "\(place)")
        #expect((source as? any JoinableSource)?.recording == 1)
      }
    }
  }

  /// ffmpeg writes a tag behind the last block, which libavformat takes for a damaged one.
  @Test(.enabled(if: EncodedSound.ffmpeg != nil)) func aTagBetweenWavPacksIsNoDamage() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sound.wv")
    _ = try EncodedSound.run(
      ["-v", "error", "-i", Repository.sample("mediafile-cbr.mp3"), "-vn", "-c:a", "wavpack", path])
    let file = try Data(contentsOf: URL(filePath: path))
    let alone = try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
    let joined = try LocatedMedia(path: directory.write(file + file + file, to: "joined"))
      .open(for: .report(.whole), interruption: Interruption())
    #expect(try joined.readAll().count == alone.count)
    #expect((joined as? any FramedSource)?.framing?.trailingByteCount ?? 0 > file.count * 2 - 1)
    // Other damage is an error.
    let place = try #require(file.range(of: Data("APETAGEX".utf8))?.lowerBound)
    let damaged = file[..<place] + Data(count: 100) + file
    let source = try LocatedMedia(path: directory.write(damaged, to: "damaged"))
      .open(interruption: Interruption())
    #expect(throws: MediaError.self) { try source.readAll() }
  }

  private static func samples(_ count: Int) -> Data {
    Data((0..<2 * count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
  }

  private static func wave64(_ samples: Data, isDeclared: Bool = true) throws -> Data {
    func chunk(_ name: [UInt8], _ length: Int) -> Data {
      Data(name) + withUnsafeBytes(of: UInt64(length).littleEndian) { Data($0) }
    }
    let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    let riff: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0,
    ]
    let padding = Data(count: (8 - samples.count % 8) % 8)
    let format: [UInt8] = [
      1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0,
    ]
    let body =
      Data(Array("wave".utf8) + tail) + chunk(Array("fmt ".utf8) + tail, 40) + Data(format)
      + chunk(Array("data".utf8) + tail, 24 + samples.count) + samples + padding
    return chunk(riff, isDeclared ? 24 + body.count : 0) + body
  }

  /// A part of a stream may end anywhere in the first bytes of the other recording.
  @Test(arguments: files + [(name: "wave64", container: RecordingEnd.Container.wave64)])
  func aJoinIsFoundInPartsOfAnyLength(
    _ file: (name: String, container: RecordingEnd.Container)
  ) throws {
    let data =
      file.container == .wave64
      ? try Self.wave64(Self.samples(500)) : try Repository.sampleBytes(file.name)
    let all = data + data.prefix(100)
    for split in data.count - 3...data.count + 30 {
      var end = try #require(
        data.withUnsafeBytes { RecordingEnd(beginning: $0) })
      let first = all.prefix(split)
      let count = first.withUnsafeBytes { end.count($0, at: 0, isLast: false) }
      #expect(count <= data.count && (split < data.count || count == data.count))
      if end.found == nil {
        let rest = Data(all[count...])
        let others = rest.withUnsafeBytes { end.count($0, at: Int64(count), isLast: true) }
        #expect(others == data.count - count)
      }
      #expect(end.found == Int64(data.count))
    }
  }

  /// A file is the same alone and behind another one: in a file, in a pipe, and at a URL with and without ranges.
  @Test(arguments: [
    ["sonicpi-ambi_piano.flac", "mediafile-artwork.flac", "sonicpi-ambi_piano.flac"],
    ["bbb_chapters.mkv", "bbb_chapters.mkv"], ["bbb_cut_neg.mkv", "bbb_chapters.mkv"],
    ["bbb_vp9_opus.webm", "gnome-dual-monitors.webm"], ["live", "bbb_vp9_opus.webm"],
    ["wave64", "wave64"],
  ])
  func eachRecordingIsReadAsAFileOfItsOwn(_ names: [String]) throws {
    let directory = try TemporaryDirectory()
    let files = try names.map { name in
      switch name {
      case "live": try Self.live(Repository.sampleBytes("bbb_vp9_opus.webm"))
      case "wave64": try Self.wave64(Self.samples(3_001))
      default: try Repository.sampleBytes(name)
      }
    }
    let bytes = files.reduce(Data(), +)
    func open(_ path: String) throws -> any MediaSource {
      try LocatedMedia(path: path).open(interruption: Interruption())
    }
    let path = try directory.write(bytes, to: "joined")
    let whole = try open(path).info
    var expected: [[PacketTiming]] = []
    for (index, file) in files.enumerated() {
      let alone = try open(directory.write(file, to: "alone"))
      let kinds = Set(whole.tracks.filter { !$0.isAttachedPicture }.map(\.kind))
      expected.append(
        try alone.readAll().filter {
          let track = alone.info.tracks[$0.track]
          return index == 0 || !track.isAttachedPicture && kinds.contains(track.kind)
        })
    }
    for place in Self.places {
      var offset: Int64 = 0
      try Self.withSource(of: bytes, path, place) { source in
        for (number, packets) in expected.enumerated() {
          for packet in packets {
            let found = try #require(try source.readPacket(), "\(place), recording \(number)")
            #expect((source as? any JoinableSource)?.recording == number)
            #expect(
              found.presentationTicks.map(source.info.tracks[found.track].time)
                == packet.presentationTicks.map(source.info.tracks[found.track].time))
            #expect((found.decodeTicks == nil) == (packet.decodeTicks == nil))
            #expect(found.durationTicks == packet.durationTicks)
            #expect(found.byteCount == packet.byteCount && found.isKeyframe == packet.isKeyframe)
            #expect(
              found.byteOffset == packet.byteOffset.map { $0 + offset }, "\(place)")
          }
          offset += Int64(files[number].count)
        }
        #expect(try source.readPacket() == nil)
      }
    }
  }

  private static let places = ["file", "pipe", "ranges", "no ranges"]

  private static func withSource(
    of bytes: Data, _ path: String, _ place: String, _ body: (any MediaSource) throws -> Void
  ) throws {
    switch place {
    case "file": try body(LocatedMedia(path: path).open(interruption: Interruption()))
    case "pipe":
      let pipe = try BytePipe()
      pipe.write(bytes)
      try body(pipe.opener.open(interruption: Interruption()))
    default:
      let server = try MediaServer(
        bytes, .init(servesRanges: place == "ranges", pieceLength: 10_007))
      try body(LocatedMedia(path: server.url("joined")).open(interruption: Interruption()))
    }
  }

  /// A seek goes to the first recording; the others follow it again.
  @Test(arguments: ["bbb_chapters.mkv", "sonicpi-ambi_piano.flac"])
  func aSeekGoesToTheFirstRecording(_ name: String) throws {
    let data = try Repository.sampleBytes(name)
    let directory = try TemporaryDirectory()
    let path = try directory.write(data + data, to: "joined")
    for place in ["file", "ranges"] {
      try Self.withSource(of: data + data, path, place) { source in
        let all = try source.readAll()
        try source.seek(to: .zero)
        #expect(try source.readAll().count == all.count)
        try source.seek(to: .seconds(1))
        let rest = try source.readAll()
        // The first keyframe before it may be the start.
        #expect(rest.count <= all.count && rest.count > all.count / 2)
        #expect(rest.last == all.last)
      }
    }
  }

  /// libavformat looks for a time in all bytes, as long as it is not known where the other recording begins.
  @Test(arguments: ["sonicpi-ambi_piano.flac", "mediafile-artwork.flac"])
  func aSeekBeforeTheJoinIsKnownLandsInTheFirstRecording(_ name: String) throws {
    let data = try Repository.sampleBytes(name)
    let directory = try TemporaryDirectory()
    let path = try directory.write(data, to: "alone")
    let length = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption())
    ).time
    for recordings in [data + data, data + data + data] {
      for tenths in [1, 5, 9, 15] as [Int64] {
        try Self.withSource(of: recordings, path, "ranges") { source in
          try source.seek(to: length * tenths / 10)
          _ = try source.readPacket()
          #expect((source as? any JoinableSource)?.recording == 0, "\(tenths)")
          let rest = try source.readAll()
          #expect((source as? any JoinableSource)?.recording == recordings.count / data.count - 1)
          #expect(!rest.isEmpty)
        }
      }
    }
  }

  /// The index at the end of NUT has the offsets in its recording.
  @Test(.enabled(if: EncodedSound.ffmpeg != nil)) func anIndexShowsWhetherNUTIsJoined() throws {
    let sound = try EncodedSound()
    let files = try EncodedSound.files.filter { $0.container == "nut" }.map {
      try Data(contentsOf: URL(filePath: sound.path(of: $0)))
    }
    #expect(!files.isEmpty)
    for (file, other) in files.flatMap({ file in files.map { (file, $0) } }) {
      for (data, count) in [(file, 1), (file + other, 2), (file + other + file, 3)] {
        var bytes = HeaderBytes(data)
        let verdict = JoinedFile.judge(.nut, &bytes).verdict
        #expect(count == 1 ? verdict == .single : verdict == .joined)
      }
      var cut = HeaderBytes(Data(file.dropLast(file.count / 3)))
      #expect(JoinedFile.judge(.nut, &cut).verdict == .unknown)
      let server = try MediaServer(file + other)
      let source = try LocatedMedia(url: server.url("a.nut")).open(interruption: Interruption())
      #expect(try JoinedSource.mustBeRead(source))
    }
  }

  /// A file that was cut in its header has no media.
  @Test(arguments: [
    ("sonicpi-ambi_piano.flac", "mediafile-artwork.flac"),
    ("bbb_chapters.mkv", "bbb_vp9_opus.webm"),
    ("wave64", "wave64"), ("pygame-house_lo.ogg", "mediafile.opus"),
    ("mediafile.opus", "pygame-house_lo.ogg"),
  ])
  func theBeginningOfAnotherFileIsNoMedia(_ name: String, _ other: String) throws {
    let directory = try TemporaryDirectory()
    let files = try [name, other].map {
      $0 == "wave64" ? try Self.wave64(Self.samples(3_001)) : try Repository.sampleBytes($0)
    }
    let expected = try LocatedMedia(path: directory.write(files[0], to: "alone"))
      .open(interruption: Interruption()).readAll().map(\.presentationTicks)
    for count in [1, 4, 8, 16, 27, 40, 60, 100] {
      let bytes = files[0] + files[1].prefix(count)
      let path = try directory.write(bytes, to: "joined")
      for place in Self.places {
        // libavformat reads a URL of Ogg in its own way.
        if name.hasSuffix("ogg") || name.hasSuffix("opus"), place.hasSuffix("ranges") { continue }
        try Self.withSource(of: bytes, path, place) { source in
          let times = try source.readAll().map(\.presentationTicks)
          #expect(times == expected, "\(count) bytes, \(place)")
        }
      }
      let report = try LocatedMedia(path: path).open(
        for: .report(.whole), interruption: Interruption())
      #expect(try report.readAll().count == expected.count)
    }
  }

  /// What is declared is the length of the first recording.
  @Test func noLengthIsDeclared() throws {
    let directory = try TemporaryDirectory()
    let data = try Repository.sampleBytes("bbb_chapters.mkv")
    let info = try LocatedMedia(path: directory.write(data + data, to: "joined"))
      .open(interruption: Interruption()).info
    #expect(info.isClockDiscontinuous && info.declaredDuration == nil)
    let single = try SampleMedia.open("bbb_chapters.mkv").info
    #expect(!single.isClockDiscontinuous && !single.mayContinue && single.declaredDuration != nil)
  }

  /// Each recording has a decoder of its own.
  @Test(arguments: [
    ["bbb_chapters.mkv", "bbb_vp9_opus.webm", "bbb_chapters.mkv"],
    ["sonicpi-ambi_piano.flac", "mediafile-artwork.flac"],
  ])
  func allRecordingsAreDecoded(_ names: [String]) throws {
    let directory = try TemporaryDirectory()
    let bytes = try names.map { try Repository.sampleBytes($0) }.reduce(Data(), +)
    let source = try LocatedMedia(path: directory.write(bytes, to: "joined"))
      .open(for: .report(.whole), interruption: Interruption())
    let decoding = try #require(source as? any DecodingSource)
    let examiners = source.info.timelineTracks.map {
      ($0.index, decoding.makeExaminer(ofTrack: $0.index))
    }
    var (count, defects) = (0, [PayloadDefect]())
    while let packet = try source.readPacket() {
      guard let examiner = examiners.first(where: { $0.0 == packet.track })?.1,
        let payload = decoding.takePayload()
      else { continue }
      count += 1
      defects += examiner.examine(payload)
    }
    #expect(count > 0 && defects.isEmpty)
  }
}
