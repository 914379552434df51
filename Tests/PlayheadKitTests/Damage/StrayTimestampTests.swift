import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Files in which one timestamp is wrong.
@Suite struct StrayTimestampTests {
  private static let seconds = [
    0.1, -0.1, 0.4, -0.4, 1, -1, 3, -3, 9, -20, 1_000, -1_000, 20_000, 100_000, -100_000,
  ]

  @Test(arguments: TestEffort.some(StampedMedia.kinds))
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
          guard let file = media.file(moving: [packets[index]], by: seconds) else { continue }
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

  /// Two to five packets in a row are wrong by the same time, before the old clock goes on.
  @Test(arguments: TestEffort.some(StampedMedia.kinds.filter { $0.container != "mp4" }))
  func aRunOfWrongTimesMovesNothing(_ kind: StampedMedia.Kind) throws {
    let media = try StampedMedia(kind)
    let directory = try TemporaryDirectory()
    func write(_ data: Data) throws -> String {
      try directory.write(data, to: "run.\(kind.container)")
    }
    let clean = try write(#require(media.file()))
    let length = try Self.length(clean)
    let findings = Set(try TimingReport(of: clean).findings.map(\.kind))
    for (track, packets) in media.packets.sorted(by: { $0.key < $1.key }) where packets.count > 12 {
      for (count, seconds) in [(2, 3.0), (3, -1), (4, 0.4), (5, 20), (5, -3)] {
        let first = packets.count / 2
        let run = Array(packets[first..<first + count])
        guard let file = media.file(moving: run, by: seconds) else { continue }
        let path = try write(file)
        let context: Comment = "track \(track), \(count) packets, \(seconds) s"
        #expect(abs(try Self.length(path) - length) < 0.002, context)
        let found = try TimingReport(of: path).findings
        #expect(Set(found.map(\.kind)).subtracting(findings) == [.timestampJump], context)
      }
    }
  }

  /// The kinds of a recording that pauses, with the arguments that encode it.
  private static let pausing: [(container: String, arguments: [String])] = [
    ("ts", ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-c:a", "aac"]),
    ("ts", ["-c:v", "mpeg2video", "-bf", "0", "-c:a", "mp2"]),
    ("ts", ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"]),
    ("vob", ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "ac3"]),
    ("asf", ["-c:v", "mpeg4", "-bf", "2", "-c:a", "mp2"]),
    ("asf", ["-c:v", "msmpeg4", "-c:a", "wmav2"]),
    ("flv", ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-c:a", "aac"]),
    ("mkv", ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-c:a", "aac"]),
    ("nut", ["-c:v", "mpeg4", "-bf", "2", "-c:a", "mp2"]),
    ("wtv", ["-c:v", "mpeg2video", "-bf", "2", "-c:a", "mp2"]),
  ].filter { _ in StampedMedia.ffmpeg != nil }

  /// All tracks stop for some seconds, and go on.
  @Test(arguments: TestEffort.some(pausing.indices, [true, false]))
  func aPauseOfTheRecordingIsNoWrongTime(_ index: Int, hasSound: Bool) throws {
    let (container, arguments) = Self.pausing[index]
    let directory = try TemporaryDirectory()
    func make(pause: Double, at start: Double) throws -> String {
      let times = "PTS+gte(T\\,\(start))*\(pause)/TB"
      let kind = StampedMedia.Kind(
        container: container, sample: "bbb_small.mp4",
        arguments: [
          "-vf", "setpts=\(times),settb=1/1000", "-fps_mode", "passthrough", "-r", "25",
        ] + (hasSound ? ["-af", "asetpts=\(times)"] : ["-an"]) + arguments)
      return try directory.write(StampedMedia.make(kind), to: "\(pause).\(container)")
    }
    let clean = try make(pause: 0, at: 0)
    let kinds = Set(try TimingReport(of: clean).findings.map(\.kind))
    // Where pictures are reordered, ffmpeg delays all tracks by a pause behind the first one.
    let isOrdered = !arguments.contains("2") && container != "asf"
    for start in TestEffort.some((isOrdered ? [0.04] : []) + [2.96, 3.04, 3.12]) {
      // Some encoders round times to whole pictures.
      for pause in [1.52, 4] {
        let path = try make(pause: pause, at: start)
        let context: Comment = "\(pause) s at \(start)"
        // ASF stores when pictures are decoded, one picture before they are shown.
        let tolerance = container == "asf" && arguments.contains("2") ? 0.041 : 0.002
        #expect(abs(try Self.length(path) - Self.length(clean) - pause) < tolerance, context)
        let found = try TimingReport(of: path).findings.map(\.kind)
        let usual: Set<Finding.Kind> = [.gap, .variableFrameRate, .interleaving]
        #expect(Set(found).subtracting(kinds).subtracting(usual) == [], context)
      }
    }
  }

  /// The pictures pause behind the first one, or later, while sound goes on, or alone.
  @Test(arguments: TestEffort.some(pausing.indices.filter { $0 < 3 }, [true, false]))
  func picturesMayPause(_ index: Int, hasSound: Bool) throws {
    let (container, arguments) = Self.pausing[index]
    let directory = try TemporaryDirectory()
    for start in [0.04, 2] {
      let kind = StampedMedia.Kind(
        container: container, sample: "bbb_small.mp4",
        arguments: [
          "-vf", "setpts=PTS+gte(T\\,\(start))*12/TB,settb=1/1000", "-frames:v", "125",
          "-fps_mode", "passthrough", "-r", "25", "-af", "atempo=0.5,atempo=0.5",
        ] + (hasSound ? [] : ["-an"]) + arguments)
      let path = try directory.write(StampedMedia.make(kind), to: "pause.\(container)")
      let length = try Self.length(path)
      #expect((hasSound ? 19.9..<21.4 : 16.999..<17.001).contains(length), "\(start): \(length)")
      let found = try TimingReport(of: path).findings
      #expect(
        found.map(\.kind).filter { ![.interleaving, .earlyEnd].contains($0) } == [.timestampJump])
      #expect(found.first { $0.kind == .timestampJump }?.count == 1)
    }
  }

  /// The encoder returns the first picture behind all sound, and the second one is presented after the fourth.
  @Test(arguments: ["ts", "mkv"].filter { _ in StampedMedia.ffmpeg != nil })
  func slidesFarBehindTheirSoundAreOneRecording(_ container: String) throws {
    let kind = StampedMedia.Kind(
      container: container, sample: "bbb_small.mp4",
      arguments: [
        "-vf", "trim=end_frame=5,settb=1/1000,setpts=N*5000", "-r", "0.2", "-fps_mode",
        "passthrough", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2",
        "-af", "atempo=0.5,atempo=0.5", "-c:a", "aac",
      ])
    let directory = try TemporaryDirectory()
    let path = try directory.write(StampedMedia.make(kind), to: "slides.\(container)")
    let kinds = try TimingReport(of: path).findings.map(\.kind)
    #expect(Set(kinds).subtracting([.interleaving, .earlyEnd]) == [])
    #expect((25..<25.1).contains(try Self.length(path)))
  }

  /// The last picture is shown as long as the others, which libavformat's guess of the rate does not say.
  @Test(arguments: TestEffort.some([("mpeg4", "mp2"), ("wmv2", "wmav2")], [0.5, 0.9, 2, 5]))
  func aSlideshowOfASFEndsWithItsLastPicture(_ codecs: (String, String), _ step: Double) throws {
    guard StampedMedia.ffmpeg != nil else { return }
    let directory = try TemporaryDirectory()
    for hasSound in [true, false] {
      let sound = ["-c:a", codecs.1]
      let kind = StampedMedia.Kind(
        container: "asf", sample: "bbb_small.mp4",
        arguments: [
          "-vf", "trim=end_frame=6,settb=1/1000,setpts=N*\(Int(step * 1_000))", "-r",
          "\(1 / step)", "-fps_mode", "passthrough", "-c:v", codecs.0, "-bf", "0",
        ] + (hasSound ? sound : ["-an"]))
      let path = try directory.write(StampedMedia.make(kind), to: "slides.asf")
      let length = try Self.length(path)
      #expect((0..<0.06).contains(length - max(6 * step, hasSound ? 5.312 : 0)), "\(hasSound)")
      let kinds = try TimingReport(of: path).findings.map(\.kind)
      #expect(!kinds.contains(.durationMismatch) && !kinds.contains(.gap))
    }
  }

  /// WTV declares no length. libavformat returns when the last packet begins.
  @Test func slidesOfWTVHaveNoOtherLengthThanDeclared() throws {
    if StampedMedia.ffmpeg == nil { return }
    let kind = StampedMedia.Kind(
      container: "wtv", sample: "bbb_small.mp4",
      arguments: [
        "-an", "-vf", "trim=end_frame=6,settb=1/1000,setpts=N*5000+2000*eq(N\\,3)", "-r", "0.2",
        "-fps_mode", "passthrough", "-c:v", "mpeg2video", "-bf", "2",
      ])
    let directory = try TemporaryDirectory()
    let path = try directory.write(StampedMedia.make(kind), to: "slides.wtv")
    let report = try TimingReport(of: path)
    #expect(report.info.isDurationEstimated)
    #expect(
      !report.findings.contains { [.durationMismatch, .gap, .overlap].contains($0.kind) })
  }

  /// libavformat stores when pictures are decoded, and declares when they have been presented.
  @Test func reorderedPicturesOfASFAreAsLongAsDeclared() throws {
    if StampedMedia.ffmpeg == nil { return }
    let kind = StampedMedia.Kind(
      container: "asf", sample: "bbb_small.mp4",
      arguments: ["-an", "-r", "5", "-c:v", "libx264", "-bf", "2"])
    let directory = try TemporaryDirectory()
    let path = try directory.write(StampedMedia.make(kind), to: "reordered.asf")
    let report = try TimingReport(of: path)
    #expect(!report.findings.contains { $0.kind == .durationMismatch })
    let declared = try #require(report.declaredDuration)
    #expect(abs(declared.seconds - (report.duration?.seconds ?? 0)) < 0.002)
  }

  /// Intervals that vary are no wrong times.
  @Test(arguments: TestEffort.some(StampedMedia.irregularKinds))
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

  /// Returns each tenth offset, others for each packet.
  private static func few(from index: Int) -> [Double] {
    seconds.enumerated().filter { ($0.offset + index) % 10 == 0 }.map(\.element)
  }

  private static func length(_ path: String) throws -> Double {
    try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption())
    ).time.seconds
  }
}
