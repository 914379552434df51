import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Servers that announce ranges of bytes, and do not answer requests for them.
@Suite struct SilentServerTests {
  // Not stored: LeakSanitizer does not find the bytes of stored Data.
  private static func media(_ name: String) throws -> Data {
    guard name == "WAV" else { return try Repository.sampleBytes(name) }
    let samples = Data((0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    func chunk(_ kind: String, _ content: Data) -> Data {
      var data = Data(kind.utf8)
      data += Data(littleEndian: UInt64(content.count), 4)
      data += content
      return data
    }
    let numbers: [(UInt64, Int)] = [(1, 2), (2, 2), (44_100, 4), (176_400, 4), (4, 2), (16, 2)]
    let format = numbers.reduce(Data()) { $0 + Data(littleEndian: $1.0, $1.1) }
    var content = Data("WAVE".utf8)
    content += chunk("fmt ", format)
    content += chunk("data", samples)
    return chunk("RIFF", content)
  }

  private static func open(_ server: MediaServer) throws -> any MediaSource {
    var media = LocatedMedia(url: server.url("a"))
    media.patience = .milliseconds(100)
    return try media.open(interruption: Interruption())
  }

  @Test(arguments: [
    "WAV", "coffee_vbr_art.mp3", "mediafile-cbr.mp3", "pygame-house_lo.ogg", "mediafile.opus",
    "sonicpi-ambi_piano.flac", "bbb_chapters.mkv",
  ])
  func theMediaIsReadFromTheStart(_ name: String) throws {
    let data = try Self.media(name)
    let server = try MediaServer(data, .init(answersRanges: false))
    let source = try Self.open(server)
    // Of a small file nothing else is requested.
    #expect(source.info.isSeekable != source.info.hasUnansweredRanges)
    #expect(source.info.hasUnansweredRanges == server.isSilent)
    if name == "WAV" { #expect(source.info.hasUnansweredRanges) }
    let plain = try MediaServer(data, .init(servesRanges: source.info.isSeekable))
    let other = try LocatedMedia(url: plain.url("a")).open(interruption: Interruption())
    #expect(try source.readAll() == other.readAll())
    #expect(!other.info.hasUnansweredRanges)
  }

  /// Nothing but the first bytes was requested when the media was opened.
  @Test func aSeekReadsFromTheStart() throws {
    if EncodedSound.ffmpeg == nil { return }
    let directory = try TemporaryDirectory()
    let path = directory.path("long.flac")
    _ = try EncodedSound.run(
      ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=30", "-b:a", "320k", path])
    let data = try Data(contentsOf: URL(filePath: path))
    let server = try MediaServer(data, .init(answersRanges: false))
    let source = try Self.open(server)
    #expect(!source.info.hasUnansweredRanges && source.info.isSeekable)
    try source.seek(to: .seconds(20))
    let file = try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
    #expect(try source.readAll() == file)
  }

  @Test func anIndexAtTheEndCannotBeRead() throws {
    let data = try Repository.sampleBytes("bbb.mp4")
    let index = try #require(data.places(of: "moov").first)
    // Otherwise libavformat skips few bytes by reading.
    let mdat = try #require(data.places(of: "mdat").first)
    try #require(mdat < index)
    var body = Data(data.prefix(mdat - 4))
    body += Data(bigEndian: 4 << 20, 4)
    body += Data("free".utf8)
    body += Data(count: (4 << 20) - 8)
    body += data.dropFirst(mdat - 4)
    let server = try MediaServer(body, .init(answersRanges: false))
    let error = #expect(throws: MediaError.self) { _ = try Self.open(server) }
    #expect(error?.reason == .notSeekable)
  }

  @Test func aServerMayTakeLongerThanForItsFirstAnswer() throws {
    let context = try #require(avformat_alloc_context())
    defer { avformat_free_context(context) }
    func patience(_ patience: Duration?, after time: Duration) -> Duration? {
      let watch = OpeningWatch(
        of: context, patienceWithServer: patience, interruption: Interruption())
      watch.recordAnswer(after: time)
      return watch.patienceWithServer
    }
    #expect(patience(.seconds(5), after: .milliseconds(100)) == .seconds(5))
    #expect(try #require(patience(.seconds(5), after: .seconds(6))) >= .seconds(12))
    #expect(patience(nil, after: .seconds(6)) == nil)
  }

  /// FFmpeg asks ten times a second while it waits, and not while it works.
  @Test func onlyWaitingCounts() {
    var silence = Silence()
    var now = HostInstant(nanoseconds: 1_000)
    func wait(_ milliseconds: Int64, _ count: Int64) -> Duration {
      now = now.advanced(by: .milliseconds(milliseconds))
      // Each byte that has come is followed by a request for others.
      return silence.wait(byteCount: count, place: 200 * count, at: now)
    }
    #expect(wait(0, 0) == .zero && wait(60_000, 0) == .zero)
    #expect(wait(100, 1) == .zero && wait(100, 1) == .milliseconds(100))
    #expect(wait(100, 1) == .milliseconds(200))
    #expect(wait(60_000, 1) == .milliseconds(450) && wait(100, 2) == .zero)
    #expect(wait(100, 2) == .milliseconds(100))
  }
}
