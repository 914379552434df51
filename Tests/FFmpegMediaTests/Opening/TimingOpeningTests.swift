import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadFFmpeg

/// Media opened for packet timing reports the same tracks and packets as media opened for decoding.
@Suite struct TimingOpeningTests {
  private static let fixtures = [
    "b-frames.mkv", "b-frames-vfr.mkv", "dropped-frames.avi",
    "untimed-frames.mpg", "negative-start.mkv",
  ]

  static let paths =
    SampleMedia.facts.map { Repository.sample($0.file) }
    + fixtures.map { Repository.path("Tests/Fixtures/media/\($0)") }

  /// One source opened for decoding, and one opened for timing.
  private func openBothWays(_ path: String) throws -> [any MediaSource] {
    let opener = LocatedMedia(path: path)
    return try [
      opener.open(interruption: Interruption()),
      opener.open(for: .timing, interruption: Interruption()),
    ]
  }

  @Test(arguments: paths)
  func openingForTimingReportsTheSameTracksAndPackets(_ path: String) throws {
    let sources = try openBothWays(path)
    #expect(sources[0].info.withoutFormats == sources[1].info)
    let packets = try sources.map { try $0.readAll() }
    #expect(!packets[0].isEmpty)
    #expect(packets[0] == packets[1])
    #expect(sources[0].info.withoutFormats == sources[1].info)
  }

  @Test(arguments: paths)
  func openingForTimingReadsTheSamePacketsAfterSeeks(_ path: String) throws {
    let sources = try openBothWays(path)
    let start = sources[0].info.presentationStart ?? .zero
    for offset in [MediaTime.seconds(2), .zero, .milliseconds(600)] {
      let place = try #require(start.adding(offset))
      for source in sources { try source.seek(to: place) }
      #expect(try sources[0].readAll() == sources[1].readAll())
    }
  }

  /// Files cut short, and files with two bytes changed. Picture size and samples per packet may
  /// differ: without probing they are the declared ones, and probing decodes corrupt packets.
  @Test(arguments: ["bbb_small.mp4", "bbb_tmcd.mov", "bbb_vfr.mp4", "mediafile-full.m4a"])
  func openingForTimingReportsTheSameOfDamagedFiles(_ file: String) throws {
    let directory = try TemporaryDirectory()
    let whole = try Repository.sampleBytes(file)
    for part in 1...16 {
      var changed = whole
      changed[(changed.count - 1) * part / 16] ^= 0x55
      changed[(min(changed.count, 8_192) - 1) * part / 16] ^= 0xAA
      for bytes in [whole.prefix(whole.count * part / 16), changed] {
        let path = try directory.write(bytes, to: file)
        let opener = LocatedMedia(path: path)
        let decoded = report { () throws(MediaError) in
          try opener.open(interruption: Interruption())
        }
        let timed = report { () throws(MediaError) in
          try opener.open(for: .timing, interruption: Interruption())
        }
        #expect(decoded == timed)
      }
    }
  }

  private struct Report: Equatable {
    var info: MediaInfo?
    var packets: [PacketTiming] = []
    var error: MediaError.Reason?
  }

  private func report(_ open: () throws(MediaError) -> any MediaSource) -> Report {
    var report = Report()
    do throws(MediaError) {
      let source = try open()
      var info = source.info.withoutFormats
      for index in info.tracks.indices {
        info.tracks[index].width = nil
        info.tracks[index].height = nil
        info.tracks[index].samplesPerPacket = nil
      }
      report.info = info
      while let packet = try source.readPacket() { report.packets.append(packet) }
    } catch {
      report.error = error.reason
    }
    return report
  }

  /// The pixel format of each video track, which only decoding finds.
  private func pictureFormats(_ file: String, forTiming: Bool) throws -> [Int32] {
    let opener = LocatedMedia(path: Repository.sample(file))
    let source =
      forTiming
      ? try opener.open(for: .timing, interruption: Interruption())
      : try opener.open(interruption: Interruption())
    return try #require(source as? FFmpegSource).demuxer.streams.map(\.codecpar.pointee)
      .filter { $0.codec_type == AVMEDIA_TYPE_VIDEO }.map(\.format)
  }

  @Test(arguments: [
    "bbb.mp4", "bbb_small.mp4", "bbb_vfr.mp4", "bbb_cut_elst.mp4", "bbb_tmcd.mov",
  ])
  func openingForTimingDecodesNoPictureIfTheHeaderDeclaresAllTracks(_ file: String) throws {
    #expect(try pictureFormats(file, forTiming: true) == [AV_PIX_FMT_NONE.rawValue])
    #expect(try pictureFormats(file, forTiming: false) == [AV_PIX_FMT_YUV420P.rawValue])
  }

  /// Fragmented MP4 declares no frame rate, Matroska no decode times, MPEG-TS neither.
  @Test(arguments: [
    "beepflash/bf_frag.mp4", "bbb_chapters.mkv", "bbb_vp9_opus.webm", "bbb_start3600.ts",
  ])
  func openingForTimingDecodesPicturesIfTheHeaderDeclaresTooLittle(_ file: String) throws {
    #expect(try pictureFormats(file, forTiming: true) == [AV_PIX_FMT_YUV420P.rawValue])
  }

  @Test func aSourceOpenedForTimingMakesNoDecoder() throws {
    let sources = try openBothWays(Repository.sample("bbb_small.mp4"))
    let decoders = sources.map { ($0 as? any DecodingSource)?.makeDecoder(ofTrack: 0) != nil }
    #expect(decoders == [true, false])
  }
}

extension MediaInfo {
  /// The description without the formats of pictures and sound, which are known only if media is opened for
  /// decoding.
  fileprivate var withoutFormats: MediaInfo {
    var info = self
    for index in info.tracks.indices {
      info.tracks[index].profile = nil
      info.tracks[index].level = nil
      info.tracks[index].picture = PictureFormat()
      info.tracks[index].channelLayout = nil
      info.tracks[index].sampleFormat = nil
    }
    return info
  }
}
