import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Files in which one timestamp is wrong.
@Suite struct StrayTimestampTests {
  private static let seconds = [
    0.1, -0.1, 0.4, -0.4, 1, -1, 3, -3, 9, -20, 1_000, -1_000, 20_000, 100_000, -100_000,
  ]

  @Test(arguments: StampedMedia.kinds)
  func playbackEndsAndReportsNameThePacket(_ kind: StampedMedia.Kind) throws {
    let media = try StampedMedia(kind)
    let directory = try TemporaryDirectory()
    func write(_ data: Data) throws -> String {
      try directory.write(data, to: "wrong.\(kind.container)")
    }
    let clean = try write(#require(media.file()))
    let length = try Self.length(clean)
    let findings = try TimingReport(of: clean).findings.map(\.kind)
    #expect(!media.packets.isEmpty && !findings.contains(.timestampJump))
    for (track, packets) in media.packets.sorted(by: { $0.key < $1.key }) {
      for index in Set([0, packets.count / 2, packets.count - 1]).sorted() {
        for seconds in TestEffort.isThorough ? Self.seconds : Self.few(from: index) {
          let isLast = index == packets.count - 1
          if isLast, StampedMedia.mayEnd(kind, late: seconds) { continue }
          guard let file = media.file(moving: packets[index], by: seconds) else { continue }
          let path = try write(file)
          let context: Comment = "track \(track), packet \(index), \(seconds) s"
          #expect(abs(try Self.length(path) - length) < 0.002, context)
          var found = try TimingReport(of: path).findings.map(\.kind)
          for kind in findings {
            if let place = found.firstIndex(of: kind) { found.remove(at: place) }
          }
          #expect(found == [.timestampJump], context)
        }
      }
    }
  }

  /// Intervals that vary are no wrong times.
  @Test(arguments: StampedMedia.irregularKinds)
  func irregularPicturesAreKept(_ kind: StampedMedia.Kind) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(StampedMedia.make(kind), to: "irregular.\(kind.container)")
    let report = try TimingReport(of: path)
    #expect(!report.findings.map(\.kind).contains(.timestampJump))
    #expect(try Self.length(path) > 35)
  }

  /// The first picture is shown for six seconds, or the last one but one for five. The clock references of a transport
  /// stream go on with them.
  @Test(arguments: ["mpeg4", "libx264"].filter { _ in StampedMedia.ffmpeg != nil })
  func pausesThatClockReferencesConfirmAreKept(_ codec: String) throws {
    let directory = try TemporaryDirectory()
    for (times, length) in [
      ("N*40+6000*floor((N+39)/40)", 22.0), ("N*40+5000*gte(N\\,99)", 9.0),
    ] {
      let kind = StampedMedia.Kind(
        container: "ts", sample: "bbb_small.mp4",
        arguments: [
          "-an", "-vf", "settb=1/1000,setpts=\(times)", "-frames:v", "100", "-r", "25",
          "-fps_mode", "passthrough", "-c:v", codec, "-bf", "0",
        ])
      let path = try directory.write(StampedMedia.make(kind), to: "pauses.ts")
      #expect(abs(try Self.length(path) - length) < 0.002, "\(times)")
      #expect(try !TimingReport(of: path).findings.map(\.kind).contains(.timestampJump))
    }
  }

  /// Pictures are reordered by ten seconds, and a parser finds the first one behind nine seconds of sound.
  @Test(arguments: ["ts", "flv"].filter { _ in StampedMedia.ffmpeg != nil })
  func aSlideshowIsOneRecording(_ container: String) throws {
    let kind = StampedMedia.Kind(
      container: container, sample: "bbb_small.mp4",
      arguments: [
        "-vf", "settb=1/1000,setpts=N*5000", "-frames:v", "4", "-r", "0.2",
        "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2",
        "-af", "atempo=0.5,atempo=0.5", "-c:a", "aac",
      ])
    let directory = try TemporaryDirectory()
    let path = try directory.write(StampedMedia.make(kind), to: "slides.\(container)")
    let kinds = try TimingReport(of: path).findings.map(\.kind)
    for kind in [.join, .timestampJump, .durationMismatch, .audioVideoOffset] as [Finding.Kind] {
      #expect(!kinds.contains(kind), "\(kind)")
    }
    #expect((20..<22).contains(try Self.length(path)))
  }

  /// Returns each fifth offset, others for each packet.
  private static func few(from index: Int) -> [Double] {
    seconds.enumerated().filter { ($0.offset + index) % 5 == 0 }.map(\.element)
  }

  private static func length(_ path: String) throws -> Double {
    try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption())
    ).time.seconds
  }
}
