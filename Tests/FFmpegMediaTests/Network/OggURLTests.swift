import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Ogg at URLs has the times that it has in files.
@Suite struct OggURLTests {
  // Not stored: LeakSanitizer does not find the bytes of stored Data.
  private static var files: [String: Data] {
    let vorbis = (try? Repository.sampleBytes("pygame-house_lo.ogg")) ?? Data()
    let opus = (try? Repository.sampleBytes("mediafile.opus")) ?? Data()
    let late = try? OggPages.changingPositions(of: "mediafile.opus") { $0 + 48_000 * 3_600 }
    return [
      "joined Vorbis": vorbis + vorbis, "joined Opus": opus + opus + opus, "Opus": opus,
      "late Opus": late ?? Data(), "joined late Opus": opus + (late ?? Data()),
      "a wrong page": OggPages.changingPosition(ofSoundPage: 2, in: vorbis, by: 480_000),
      "a negative page": OggPages.changingPosition(ofSoundPage: 1, in: vorbis, by: -4_800_000),
      "a wrong first page": OggPages.changingPosition(ofSoundPage: 0, in: vorbis, by: 480_000),
    ]
  }

  private static func media(
    _ name: String, in folder: TemporaryDirectory
  ) throws -> (data: Data, path: String) {
    let data = try #require(files[name])
    return (data, try folder.write(data, to: "a.ogg"))
  }

  @Test(arguments: files.keys.sorted(), [true, false])
  func thePacketsAreThoseOfTheFile(_ name: String, ranges: Bool) throws {
    let folder = try TemporaryDirectory()
    let (data, path) = try Self.media(name, in: folder)
    let server = try MediaServer(data, .init(servesRanges: ranges))
    let file = try LocatedMedia(path: path).open(interruption: Interruption())
    let source = try LocatedMedia(url: server.url("a.ogg")).open(interruption: Interruption())
    #expect(source.info.isSeekable == ranges)
    #expect(source.info.presentationStart == file.info.presentationStart)
    if ranges {
      #expect(source.info.declaredDuration == file.info.declaredDuration)
      #expect(source.info.tracks.map(\.durationTicks) == file.info.tracks.map(\.durationTicks))
    }
    #expect(try source.readAll() == file.readAll())
  }

  /// libavformat counts the packets of the first page from 0.
  @Test(.enabled(if: EncodedSound.ffmpeg != nil)) func aCaptureHasTheTimesOfTheFile() throws {
    let sound = try EncodedSound()
    let folder = try TemporaryDirectory()
    for file in EncodedSound.files
    where ["flac", "libspeex"].contains(file.encoder) && ["ogg", "spx"].contains(file.container) {
      var data = try Data(contentsOf: URL(filePath: sound.path(of: file)))
      for index in OggPages.soundPages(of: data).indices {
        data = OggPages.changingPosition(ofSoundPage: index, in: data, by: 3_600 * 16_000)
      }
      let path = try folder.write(data, to: "a.ogg")
      let whole = try LocatedMedia(path: path).open(interruption: Interruption())
      let packets = try whole.readAll()
      for ranges in [true, false] {
        let server = try MediaServer(data, .init(servesRanges: ranges))
        let source = try LocatedMedia(url: server.url("a.ogg")).open(interruption: Interruption())
        #expect(source.info.presentationStart == whole.info.presentationStart)
        #expect(try source.readAll() == packets, "\(file), ranges: \(ranges)")
      }
    }
  }

  @Test(arguments: files.keys.sorted()) func aSeekFindsWhatItFindsInTheFile(
    _ name: String
  ) throws {
    let folder = try TemporaryDirectory()
    let (data, path) = try Self.media(name, in: folder)
    let server = try MediaServer(data)
    let sources = try [LocatedMedia(path: path), LocatedMedia(url: server.url("a.ogg"))].map {
      let source = JoinedSource.joining(try $0.open(interruption: Interruption()))
      (source as? JoinedSource)?.prepare()
      return source
    }
    let start = try #require(sources[0].info.presentationStart)
    let track = sources[0].info.tracks[0]
    let length = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption())
    ).time
    for eighths in [3, 1, 7, 5] as [Int64] {
      let time = start + length * eighths / 8
      let found = try sources.map { source in
        try source.seek(to: time)
        return try source.readAll().filter {
          $0.presentationTicks.map { track.time(ofTicks: $0) >= time } ?? false
        }
      }
      #expect(found[0].map(\.presentationTicks) == found[1].map(\.presentationTicks))
      #expect(found[0].map(\.byteCount) == found[1].map(\.byteCount))
    }
  }
}
