import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Concatenated transport streams, whose clocks jump back and far ahead.
@Suite struct ConcatenatedMediaTests {
  private static let files = ["bbb_start3600.ts", "beepflash/bf_wrap.ts"]

  private static func length(_ path: String) throws -> MediaTime {
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    return try MediaDuration.measured(byReading: source).time
  }

  @Test(arguments: [[0, 0], [0, 1], [1, 0], [0, 0, 1], [1, 1, 0]])
  func theyPlayForTheSumOfTheirDurations(parts: [Int]) throws {
    let paths = parts.map { Repository.sample(Self.files[$0]) }
    let directory = try TemporaryDirectory()
    var bytes = Data()
    for path in paths { bytes += try Data(contentsOf: URL(filePath: path)) }
    let path = try directory.write(bytes, to: "joined.ts")
    var expected = MediaTime.zero
    for path in paths { expected = try #require(expected.adding(try Self.length(path))) }

    let clock = ManualHostClock()
    let player = Player(path: path, clock: clock)
    player.play()
    var position = MediaTime.zero
    for _ in 0..<600 {
      clock.advance(by: .milliseconds(100))
      let now = player.currentTime()
      #expect(now >= position)
      position = now
    }
    #expect(player.playbackState == .ended)
    #expect(player.duration == MediaDuration(time: position, isExact: true))
    #expect(position == expected && player.playedTime == expected)
    // Once the joins are known, playback after a seek reaches the same end.
    for milliseconds in [5_500, 300, 2_500] as [Int64] {
      player.beginSeek(to: min(.milliseconds(milliseconds), position))
      player.play()
      clock.advance(by: .seconds(60))
      #expect(player.playbackState == .ended && player.currentTime() == expected)
    }
    player.close()
  }

  /// Recordings with and without sound are ordinary, and so is sound that begins or ends with its recording.
  @Test(arguments: [[false, true], [true, false], [true, false, true], [false, true, false]])
  func aTrackOfSomeRecordingsIsNeitherLateNorShort(haveSound: [Bool]) throws {
    let whole = try Data(contentsOf: URL(filePath: Repository.sample(Self.files[0])))
    var silent = whole
    for place in stride(from: 0, to: whole.count, by: 188)
    where Int(whole[place + 1] & 0x1F) << 8 | Int(whole[place + 2]) == 257 {
      silent[place + 1] |= 0x1F
      silent[place + 2] = 0xFF
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      haveSound.reduce(Data()) { $0 + ($1 ? whole : silent) }, to: "joined.ts")
    let report = try TimingReport(of: path)
    let joins = report.findings.filter { $0.kind == .join }
    #expect(joins.count == haveSound.count - 1)
    #expect(
      !report.findings.contains {
        [.audioVideoOffset, .earlyEnd, .continuityError].contains($0.kind)
      })
  }

  /// The second recording has another sample rate than the first one, whose packets are longer or shorter.
  @Test(
    arguments: [("ts", "aac"), ("mpg", "mp2"), ("mkv", "aac"), ("oga", "flac")]
      .filter { _ in StampedMedia.ffmpeg != nil })
  func anotherSampleRateIsNoDrift(_ container: String, _ codec: String) throws {
    let files = try ["48000", "44100"].map { rate in
      try StampedMedia.make(
        StampedMedia.Kind(
          container: container, sample: "bbb_small.mp4",
          arguments: ["-vn", "-ar", rate, "-c:a", codec]))
    }
    let directory = try TemporaryDirectory()
    for joined in [files[0] + files[1], files[1] + files[0] + files[1]] {
      let path = try directory.write(joined, to: "joined.\(container)")
      let kinds = Set(try TimingReport(of: path).findings.map(\.kind))
      #expect(kinds.isSubset(of: [.join, .interleaving]))
    }
  }

  /// Frames state their own sample rate.
  @Test(
    arguments: TestEffort.some([
      ("48000", "22050"), ("22050", "48000"), ("48000", "44100"), ("44100", "48000"),
      ("32000", "48000"),
    ]).filter { _ in StampedMedia.ffmpeg != nil })
  func framesOfAnotherSampleRateHaveTheirLength(_ first: String, _ second: String) throws {
    let directory = try TemporaryDirectory()
    for (container, codec) in [("mp3", "libmp3lame"), ("mp2", "mp2")] {
      let files = try [first, second].map { rate in
        try StampedMedia.make(
          StampedMedia.Kind(
            container: container, sample: "bbb_small.mp4",
            arguments: ["-vn", "-ar", rate, "-c:a", codec]))
      }
      let path = try directory.write(files[0] + files[1], to: "joined.\(container)")
      let findings = try TimingReport(of: path).findings
      #expect(!findings.contains { $0.kind == .drift }, "\(container): \(findings)")
      // Libavformat notices the other rate a few frames later.
      let duration = try TimingReport(of: path).tracks.first?.duration?.seconds
      let lengths = try files.enumerated().map { number, file in
        let path = try directory.write(file, to: "\(number).\(container)")
        return try #require(TimingReport(of: path).tracks.first?.duration?.seconds)
      }
      #expect(abs(try #require(duration) - lengths[0] - lengths[1]) < 0.15, "\(container)")
    }
  }

  /// The parts of a playlist with discontinuities have their own clocks. Those of the second part may be near to
  /// what the first one would have later.
  @Test(arguments: [-1_000, -1, 0, 4, 30, 5_000.0])
  func aStartBeyondADiscontinuityOfAPlaylistIsFound(_ delay: Double) throws {
    let bytes = try Data(contentsOf: URL(filePath: Repository.sample("bbb_start3600.ts")))
    let directory = try TemporaryDirectory()
    _ = try directory.write(bytes, to: "a.ts")
    _ = try directory.write(TransportBytes.delayed(bytes, by: delay), to: "b.ts")
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:6
      #EXTINF:5.3,
      a.ts
      #EXT-X-DISCONTINUITY
      #EXTINF:5.3,
      b.ts
      #EXT-X-DISCONTINUITY
      #EXTINF:5.3,
      a.ts
      #EXT-X-ENDLIST
      """
    let path = try directory.write(Data(list.utf8), to: "list.m3u8")
    let length = try Self.length(path)
    for start in [1_000, 5_200, 5_400, 8_000, 12_500, 15_000].map({ MediaTime.milliseconds($0) }) {
      let clock = ManualHostClock()
      let player = Player(path: path, clock: clock)
      player.setStart(start)
      player.play()
      #expect(player.currentTime() == start)
      clock.advance(by: .seconds(60))
      #expect(player.playbackState == .ended)
      #expect(player.currentTime() == length, "after a start at \(start)")
      player.close()
    }
  }

  /// A report names a join, and no damage, where another recording begins: also one that cannot be read.
  @Test(arguments: [
    ["sonicpi-ambi_piano.flac", "mediafile-artwork.flac"], ["mediafile.opus", "mediafile.opus"],
    ["bbb_vp9_opus.webm", "bbb_vp9_opus.webm"], ["mediafile.opus", "pygame-house_lo.ogg"],
    ["bbb_chapters.mkv", "bbb_chapters.mkv"], ["bbb_cut_neg.mkv", "bbb_vp9_opus.webm"],
  ])
  func aReportNamesTheJoin(_ files: [String]) throws {
    var bytes = Data()
    for file in files { bytes += try Data(contentsOf: URL(filePath: Repository.sample(file))) }
    let directory = try TemporaryDirectory()
    let report = try TimingReport(of: directory.write(bytes, to: files[0]))
    #expect(report.findings.filter { $0.severity >= .warning }.map(\.kind) == [.join])
  }

  /// A start beyond a join is read from the start, because the container's times do not identify it.
  @Test(arguments: [
    "bbb_start3600.ts", "pygame-house_lo.ogg", "mediafile.opus", "pygame-blue.mpg",
    "mediafile-artwork.flac", "sonicpi-ambi_piano.flac", "bbb_vp9_opus.webm", "bbb_chapters.mkv",
  ])
  func aStartBeyondAJoinIsFound(_ file: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: Repository.sample(file)))
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes + bytes, to: file)
    let length = try Self.length(path)
    let single = try Self.length(Repository.sample(file))
    let difference = try #require(length.subtracting(single)?.subtracting(single))
    // Matroska rounds to milliseconds.
    let isMatroska = file.hasSuffix("webm") || file.hasSuffix("mkv")
    let tolerance = MediaTime.milliseconds(isMatroska ? 3 : 0)
    #expect(difference >= .zero && difference <= tolerance)
    let media = try PreparedMedia(path: path)
    #expect(try media.duration()?.time == length)
    // It was measured, so that nothing else is declared.
    let info = try media.open(interruption: Interruption()).info
    #expect(info.declaredDuration(from: info.presentationStart ?? .zero) == length)
    let seconds = length.nanoseconds(rounding: .down) / 1_000_000_000
    for share in [2, 6, 7] as [Int64] {
      let start = MediaTime.seconds(seconds * share / 8)
      let clock = ManualHostClock()
      let player = Player(path: path, clock: clock)
      player.setStart(start)
      player.play()
      #expect(player.currentTime() == start)
      for _ in 0...seconds { clock.advance(by: .seconds(1)) }
      #expect(player.playbackState == .ended)
      #expect(player.duration == MediaDuration(time: length, isExact: true))
      #expect(player.currentTime() == length)
      // Back to the first recording, and beyond the join again.
      for place in [MediaTime.seconds(1), start] {
        player.beginSeek(to: place)
        player.play()
        for _ in 0...seconds { clock.advance(by: .seconds(1)) }
        #expect(player.currentTime() == length)
      }
      player.close()
    }
  }
}
