import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Joined raw frames of sound of several sample rates. libavformat counts all with the first rate.
@Suite(.enabled(if: EncodedSound.ffmpeg != nil)) struct FrameClockTests {
  /// The starts and the end of the frames in a file, in seconds.
  private static func times(_ source: any MediaSource) throws -> [MediaTime] {
    let packets = try source.readAll()
    let track = try #require(source.info.tracks.first { $0.kind == .audio })
    var times = packets.compactMap { $0.presentationTicks.map(track.time(ofTicks:)) }
    let last = try #require(packets.last)
    times.append(
      track.time(ofTicks: try #require(last.presentationTicks) + (last.durationTicks ?? 0)))
    return times
  }

  @Test(
    arguments: ["aac", "mp2", "mp3"],
    [(48_000, 22_050), (22_050, 48_000), (44_100, 48_000), (24_000, 44_100)])
  func framesOfAnotherSampleRateHaveTheirOwnTimes(
    _ format: String, _ rates: (Int, Int)
  ) throws {
    let directory = try TemporaryDirectory()
    func open(_ path: String) throws -> any MediaSource {
      try LocatedMedia(path: path).open(interruption: Interruption())
    }
    let files = try [rates.0, rates.1].map { rate in
      let path = directory.path("\(rate).\(format)")
      _ = try EncodedSound.run(
        ["-v", "error", "-i", Repository.sample("mediafile-cbr.mp3"), "-vn", "-ar", "\(rate)"]
          + ["-write_xing", "0", "-id3v2_version", "0"].prefix(format == "mp3" ? 4 : 0) + [path])
      return path
    }
    let parts = try files.map { try Self.times(open($0)) }
    let start = try #require(parts[0].last)
    let zero = try #require(parts[1].first)
    let path = try directory.write(
      files.map { try Data(contentsOf: URL(filePath: $0)) }.reduce(Data(), +),
      to: "joined.\(format)")
    let source = try open(path)
    let found = try Self.times(source)
    let expected =
      parts[0].dropLast() + parts[1].map { $0.subtracting(zero)?.adding(start) ?? .zero }
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) {
      #expect(abs(one.seconds - other.seconds) < 0.000_001)
    }
    // A seek goes to where the frame is known to be.
    for part in [0.2, 0.7, 0.9] {
      let target = found[Int(Double(found.count) * part)]
      try source.seek(to: target)
      let rest = try Self.times(source)
      #expect(
        rest.first.map { $0 <= target && $0.seconds > target.seconds - 0.5 } == true, "\(part)")
      #expect(rest == found.suffix(rest.count))
    }
  }

  /// libavformat takes the tag before the second file for a frame.
  @Test func aTagBetweenFilesIsNoSecondFrameAtATime() throws {
    let directory = try TemporaryDirectory()
    let files = try [48_000, 22_050, 44_100].map { rate in
      let path = directory.path("\(rate).mp3")
      _ = try EncodedSound.run(
        [
          "-v", "error", "-i", Repository.sample("mediafile-cbr.mp3"), "-vn", "-ar", "\(rate)",
          path,
        ])
      return try Data(contentsOf: URL(filePath: path))
    }
    let path = try directory.write(files.reduce(Data(), +), to: "joined.mp3")
    let times = try Self.times(LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// One frame alone that says so has a damaged header.
  @Test func aDamagedHeaderIsNoOtherSampleRate() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sound.aac")
    _ = try EncodedSound.run(
      ["-v", "error", "-i", Repository.sample("mediafile-cbr.mp3"), "-vn", "-ar", "48000", path])
    let clean = try LocatedMedia(path: path).open(interruption: Interruption())
    let packets = try clean.readAll()
    var bytes = try Data(contentsOf: URL(filePath: path))
    for (place, rate) in [(10, 11), (20, 0), (21, 11), (packets.count - 1, 12)] {
      let header = try #require(packets[place].byteOffset.map(Int.init))
      bytes[header + 2] = bytes[header + 2] & 0xC3 | UInt8(rate << 2)
    }
    let damaged = try LocatedMedia(path: directory.write(bytes, to: "damaged.aac"))
      .open(interruption: Interruption())
    #expect(
      try Self.times(damaged).last
        == packets.last.flatMap { last in
          last.presentationTicks.map {
            clean.info.tracks[0].time(ofTicks: $0 + (last.durationTicks ?? 0))
          }
        })
  }
}
