import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Headers that are wrong, or written before the length was known, wherever the bytes come from.
@Suite struct HeaderPlaceTests {
  /// Where the bytes come from.
  enum Place: CaseIterable {
    case file, pipe, pipeInPieces, growing, server, serverWithoutRanges, serverWithoutLength

    var isSeekable: Bool { self == .file || self == .server }
  }

  private static func withSource<Value>(
    of data: Data, named name: String, at place: Place, _ body: (any MediaSource) throws -> Value
  ) throws -> Value {
    let folder = try TemporaryDirectory()
    switch place {
    case .file, .growing:
      let following = FileFollowing()
      following.finish()
      let path = try folder.write(data, to: name)
      let media = LocatedMedia(path: path, following: place == .file ? nil : following)
      return try body(media.open(interruption: Interruption()))
    case .pipe, .pipeInPieces:
      let pipe = try BytePipe()
      Thread.detachNewThread {
        if place == .pipeInPieces {
          for byte in data.prefix(100) {
            BytePipe.write(Data([byte]), to: pipe.writeEnd)
            pipe.waitUntilDrained()
          }
        }
        BytePipe.write(place == .pipe ? data : data.dropFirst(100), to: pipe.writeEnd)
        close(pipe.writeEnd)
      }
      return try body(pipe.opener.open(interruption: Interruption()))
    case .server, .serverWithoutRanges, .serverWithoutLength:
      let server = try MediaServer(
        data,
        .init(
          servesRanges: place == .server, declaresLength: place != .serverWithoutLength))
      return try body(
        LocatedMedia(url: server.url(name)).open(interruption: Interruption()))
    }
  }

  /// Returns the length of playback, and the one that is declared at its start.
  private static func lengths(
    of data: Data, named name: String, at place: Place
  ) throws -> (played: Double, declared: Double?) {
    try withSource(of: data, named: name, at: place) { source in
      let info = source.info
      let declared = info.declaredDuration(from: info.presentationStart ?? .zero)?.seconds
      return (try MediaDuration.measured(byReading: source).time.seconds, declared)
    }
  }

  // MARK: WAV

  @Test(arguments: Place.allCases, ["RF64", "BW64"])
  func aStreamOfLargeWAVIsPlayedToItsEnd(place: Place, form: String) throws {
    func chunk(_ kind: String, _ content: Data, declaring length: UInt32? = nil) -> Data {
      Data(kind.utf8) + Data(littleEndian: UInt64(length ?? UInt32(content.count)), 4) + content
    }
    let format = [(1, 2), (2, 2), (8_000, 4), (32_000, 4), (4, 2), (16, 2)]
      .reduce(Data()) { $0 + Data(littleEndian: $1.0, $1.1) }
    let content =
      Data("WAVE".utf8) + chunk("ds64", Data(count: 28)) + chunk("fmt ", format)
      + chunk("data", Data(count: 64_000), declaring: .max)
    let data = chunk(form, content, declaring: .max)
    let (played, declared) = try Self.lengths(of: data, named: "a.wav", at: place)
    #expect(played == 2)
    #expect(declared == nil || declared == 2)
  }

  // MARK: MP3

  private static let song = "coffee_vbr_art.mp3"

  /// How the header of MP3 is changed.
  enum Change: CaseIterable { case none, half, tenfold, unknown, empty }

  /// Returns a file whose tag has a picture or none.
  private static func song(_ change: Change, hasPicture: Bool) throws -> Data {
    var bytes = try Repository.sampleBytes(song)
    let tag = try #require(bytes.places(of: "Xing").first)
    let right = bytes.number(at: tag + 8)
    let count: UInt64
    switch change {
    case .none: count = right
    case .half: count = right / 2
    case .tenfold: count = right * 10
    case .unknown: count = UInt64(UInt32.max)
    case .empty: count = 0
    }
    bytes.overwrite(at: tag + 8, with: Data(bigEndian: count, 4))
    if change == .empty { bytes.overwrite(at: tag + 12, with: Data(count: 4)) }
    // The frame of one channel begins 21 bytes before its header.
    return hasPicture ? bytes : Data(bytes.dropFirst(tag - 21))
  }

  @Test(arguments: TestEffort.some(Place.allCases, Change.allCases))
  func soundEndsWhereItsEncoderSays(place: Place, change: Change) throws {
    for hasPicture in [true, false] {
      let data = try Self.song(change, hasPicture: hasPicture)
      let (played, declared) = try Self.lengths(of: data, named: "a.mp3", at: place)
      // The end is not known without the number of bytes.
      let tolerance = change == .empty ? 0.05 : 0.000_1
      #expect(abs(played - 40) < tolerance, "with a picture: \(hasPicture)")
      // Elsewhere FFmpeg estimates the length if the count is hidden.
      if let declared, place == .file || change == .none {
        #expect(abs(declared - 40.046) < 0.1, "\(hasPicture)")
      }
    }
  }

  /// FFmpeg finds the tags of a radio station only in its own input.
  @Test func theNameOfARadioStationIsATag() throws {
    for hasPicture in [true, false] {
      let data = try Self.song(.none, hasPicture: hasPicture)
      let server = try MediaServer(
        data, .init(servesRanges: false, declaresLength: false, station: "Coffee"))
      let source = try LocatedMedia(url: server.url("live")).open(interruption: Interruption())
      #expect(source.info.tags.contains { $0.key == "icy-name" && $0.value == "Coffee" })
    }
  }

  /// The first title comes between bytes of the sound.
  @Test(arguments: ["mp3", "ogg"]) func theTitleThatARadioStationSendsIsATag(_ kind: String) throws
  {
    let data =
      try kind == "mp3"
      ? Self.song(.none, hasPicture: false) : Repository.sampleBytes("pygame-house_lo.ogg")
    let title = Data("StreamTitle='Coffee';".utf8)
    let interval = 4_000
    var body = Data()
    var rest = data
    while !rest.isEmpty {
      body += rest.prefix(interval)
      if rest.count >= interval {
        body.append(2)
        body += title
        body += Data(count: 32 - title.count)
      }
      rest = rest.dropFirst(interval)
    }
    let server = try MediaServer(
      body, .init(servesRanges: false, declaresLength: false, titleInterval: interval))
    let source = try LocatedMedia(url: server.url("live")).open(interruption: Interruption())
    #expect(source.info.tags.contains { $0.key == "StreamTitle" && $0.value == "Coffee" })
    let folder = try TemporaryDirectory()
    let file = try LocatedMedia(path: folder.write(data, to: "a")).open(
      interruption: Interruption())
    #expect(try source.readAll().count == file.readAll().filter { $0.track == 0 }.count)
  }

  /// libavformat writes the numbers of the header when all sound is written.
  @Test func theHeaderOfAGrowingFileIsCompletedAtItsEnd() throws {
    let folder = try TemporaryDirectory()
    let (unfinished, whole) = (
      try Self.song(.empty, hasPicture: false), try Self.song(.none, hasPicture: false)
    )
    let path = try folder.write(unfinished.prefix(unfinished.count / 2), to: "growing.mp3")
    let following = FileFollowing()
    let source = try LocatedMedia(path: path, following: following)
      .open(interruption: Interruption())
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: whole)
    try file.close()
    following.finish()
    let played = try MediaDuration.measured(byReading: source).time.seconds
    #expect(abs(played - 40) < 0.000_1)
  }

  // MARK: MP4

  /// The header lists the packets of the first fragment.
  @Test(arguments: Place.allCases) func theFirstFragmentIsNotTheWhole(place: Place) throws {
    let (whole, fragment) = (
      try Repository.sampleBytes("bbb_small.mp4"),
      try Repository.sampleBytes("beepflash/bf_frag.mp4")
    )
    let start = try #require(fragment.places(of: "mvex").first) - 4
    let extends = fragment.dropFirst(start).prefix(Int(fragment.number(at: start)))
    var data = whole
    let movie = try #require(whole.places(of: "moov").first)
    let end = movie - 4 + Int(whole.number(at: movie - 4))
    data.add(UInt64(extends.count), at: movie - 4)
    data.insert(contentsOf: extends, at: end)
    let (_, declared) = try Self.lengths(of: data, named: "a.mp4", at: place)
    let known = try Self.lengths(of: whole, named: "a.mp4", at: place).declared
    #expect(known != nil)
    #expect(place.isSeekable || declared == nil)
  }

  /// A number in the header of a fragment may list far more packets.
  @Test func aListOfMorePacketsThanBytesIsNotJudged() throws {
    let path = Repository.path("Tests/Fixtures/media/fields/index.m4s")
    let data = try Data(contentsOf: URL(filePath: path))
    let run = try #require(data.places(of: "trun").first)
    var long = data
    long.overwrite(at: run - 4, with: Data(bigEndian: 1, 4))
    long.overwrite(at: run + 16, with: Data(bigEndian: 5_000, 4))
    for (bytes, isJudged) in [(data, true), (long, false)] {
      let server = try MediaServer(bytes, .init(servesRanges: false))
      let media = LocatedMedia(url: server.url("a.mp4"))
      let demuxer = try Demuxer.open(media, interruption: Interruption())
      let reader = demuxer.fragmentReader
      #expect((reader != nil) == isJudged)
    }
  }
}
