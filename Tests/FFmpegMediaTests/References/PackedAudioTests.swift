import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Segments of packed audio in HLS, with their times in ID3 tags.
@Suite(.enabled(if: !TestEffort.hasSanitizer, "FFmpeg loses the tags of packed audio"))
struct PackedAudioTests {
  private static let start: Int64 = 900_000

  /// Returns the frames of a file of MP3 at 44.1 kHz, which have 1,152 samples each.
  private static func frames() throws -> [Data] {
    let name = "mediafile-cbr.mp3"
    let bytes = try Repository.sampleBytes(name)
    let path = Repository.path("SampleMedia/\(name)")
    let packets = try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
    return try packets.map { packet in
      let offset = try Int(#require(packet.byteOffset))
      return Data(bytes[offset..<offset + packet.byteCount])
    }
  }

  private static func ticks(ofFrame index: Int) -> Int64 {
    start + (Int64(index) * 1_152 * 90_000 + 22_050) / 44_100
  }

  private static func tag(_ timestamp: Int64) -> Data {
    let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
    var body = Data("PRIV".utf8)
    body += [0, 0, 0, UInt8(owner.count + 8), 0, 0] as [UInt8]
    body += owner
    withUnsafeBytes(of: timestamp.bigEndian) { body += $0 }
    return Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, UInt8(body.count)]) + body
  }

  /// Opens a list of segments with a number of frames each, as files or parts of one file.
  private static func source(
    _ frames: [Data], inSegmentsOf count: Int, isOneFile: Bool = false, tagged: Range<Int>? = nil,
    in folder: borrowing TemporaryDirectory
  ) throws -> any MediaSource {
    var text = "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:3\n"
    var whole = Data()
    for (number, first) in stride(from: 0, to: frames.count, by: count).enumerated() {
      let part = frames[first..<min(first + count, frames.count)]
      var bytes = tagged?.contains(number) ?? true ? tag(ticks(ofFrame: first)) : Data()
      for frame in part { bytes += frame }
      text += "#EXTINF:\(Double(part.count) * 1_152 / 44_100),\n"
      if isOneFile {
        text += "#EXT-X-BYTERANGE:\(bytes.count)@\(whole.count)\nwhole.mp3\n"
        whole += bytes
      } else {
        text += try "\(URL(filePath: folder.write(bytes, to: "\(number).mp3")).lastPathComponent)\n"
      }
    }
    if isOneFile { _ = try folder.write(whole, to: "whole.mp3") }
    let path = try folder.write(Data("\(text)#EXT-X-ENDLIST\n".utf8), to: "list.m3u8")
    let source = JoinedSource.joining(
      try LocatedMedia(path: path).open(interruption: Interruption()))
    (source as? JoinedSource)?.prepare()
    return source
  }

  /// FFmpeg reads about 50 frames to find the track, which may be several segments.
  @Test(arguments: [15, 40, 70], [false, true]) func framesHaveTheTimesOfTheirTags(
    count: Int, isOneFile: Bool
  ) throws {
    let folder = try TemporaryDirectory()
    let frames = try Self.frames()
    let source = try Self.source(frames, inSegmentsOf: count, isOneFile: isOneFile, in: folder)
    let whole = try source.readAll()
    #expect(whole.count == frames.count)
    for (index, packet) in whole.enumerated() {
      let ticks = try #require(packet.presentationTicks)
      #expect(abs(ticks - Self.ticks(ofFrame: index)) <= 1, "frame \(index)")
    }
    let track = source.info.tracks[0]
    #expect(track.startTicks == Self.start)
    // Also near the starts of segments.
    for index in [count - 1, count, count + 1, 2 * count - 2, 5, frames.count - 3]
    where index < frames.count {
      let time = track.time(ofTicks: Self.ticks(ofFrame: index) + 2)
      try source.seek(to: time)
      let rest = try source.readAll().compactMap(\.presentationTicks)
      let first = try #require(rest.first)
      #expect(first <= Self.ticks(ofFrame: index) + 1, "a seek to frame \(index)")
      #expect(rest == whole.suffix(rest.count).compactMap(\.presentationTicks))
    }
  }

  @Test func aTagInTheFirstSegmentOnlyDoesNotTellWhereASeekLands() throws {
    let folder = try TemporaryDirectory()
    let frames = try Self.frames()
    let source = try Self.source(frames, inSegmentsOf: 30, tagged: 0..<1, in: folder)
    let whole = try source.readAll().compactMap(\.presentationTicks)
    try source.seek(to: source.info.tracks[0].time(ofTicks: Self.ticks(ofFrame: 70)))
    let rest = try source.readAll().compactMap(\.presentationTicks)
    #expect(rest == whole.suffix(rest.count))
    #expect(try #require(rest.first) <= Self.ticks(ofFrame: 70))
  }
}
