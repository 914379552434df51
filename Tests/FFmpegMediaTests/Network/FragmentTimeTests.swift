import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Fragments of MP4 with a wrong time at URLs and in pipes, whose bytes are not judged before they are read.
@Suite(.enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"))
struct FragmentTimeTests {
  /// What libavformat reads.
  enum Place: CaseIterable {
    case pipe, server, serverWithoutRanges
  }

  /// A way to write fragments, of 10 s.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let inputs: String
    let flags: String
    /// The ticks in a second of each track, in the order of the tracks in a fragment.
    let rates: [Int]

    static let picture = "-f lavfi -i testsrc=d=10:r=25:s=176x144 -c:v mpeg4 -bf 2 -g 25 "
    static let sound = "-f lavfi -i sine=d=10:r=44100 -c:a aac "
    static let both =
      "-f lavfi -i testsrc=d=10:r=25:s=176x144 -f lavfi -i sine=d=10:r=44100 "
      + "-c:v mpeg4 -bf 2 -g 25 -c:a aac "
  }

  private static let kinds = [
    Kind(
      testDescription: "together", inputs: Kind.both, flags: "frag_keyframe+empty_moov",
      rates: [12_800, 44_100]),
    Kind(
      testDescription: "apart", inputs: Kind.both,
      flags: "frag_keyframe+empty_moov+separate_moof+default_base_moof", rates: [12_800, 44_100]),
    Kind(
      testDescription: "indexed", inputs: Kind.both, flags: "dash+global_sidx+frag_keyframe",
      rates: [12_800, 44_100]),
    Kind(
      testDescription: "pictures", inputs: Kind.picture, flags: "frag_keyframe+empty_moov",
      rates: [12_800]),
    Kind(
      testDescription: "sound", inputs: Kind.sound + "-frag_duration 1000000 ",
      flags: "empty_moov", rates: [44_100]),
  ]

  private static let seconds = [
    0.1, -0.1, 0.4, -0.4, 1, -1, 3, -3, 9, -20, 1_000, -1_000, 20_000, 100_000, -100_000,
  ]

  private static func make(_ inputs: String, flags: String) throws -> Data {
    let directory = try TemporaryDirectory()
    let path = directory.path("fragments.mp4")
    let arguments = "-v error -nostdin \(inputs) -movflags \(flags)"
    let process = try SpawnedProcess(
      try #require(EncodedSound.ffmpeg), arguments.split(separator: " ").map(String.init) + [path],
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file("/dev/null", flags: O_WRONLY),
        .file("/dev/null", flags: O_WRONLY),
      ])
    try #require(process.waitForExit() == 0)
    return try Data(contentsOf: URL(filePath: path))
  }

  private static func withSource<Value>(
    of data: Data, at place: Place, for purpose: OpeningPurpose = .decoding,
    _ body: (any MediaSource) throws -> Value
  ) throws -> Value {
    if place == .pipe {
      let pipe = try BytePipe()
      pipe.write(data)
      return try body(pipe.opener.open(for: purpose, interruption: Interruption()))
    }
    let server = try MediaServer(data, .init(servesRanges: place == .server))
    return try body(
      LocatedMedia(url: server.url("a.mp4")).open(for: purpose, interruption: Interruption()))
  }

  /// What is compared of a packet.
  private struct Times: Equatable {
    let track: Int
    let offset: Int64?
    let decodeTicks: Int64?
    let presentationTicks: Int64?
    let isDiscarded: Bool

    init(_ packet: PacketTiming) {
      (track, offset, isDiscarded) = (packet.track, packet.byteOffset, packet.isDiscarded)
      (decodeTicks, presentationTicks) = (packet.decodeTicks, packet.presentationTicks)
    }
  }

  /// Returns the length of playback, and what it reads.
  private static func play(_ data: Data, at place: Place) throws -> (Double, [Times]) {
    let length = try withSource(of: data, at: place) { source in
      try MediaDuration.measured(byReading: source).time.seconds
    }
    let times = try withSource(of: data, at: place) { inOrder(try $0.readAll().map(Times.init)) }
    return (length, times)
  }

  /// Returns what a report reads, and the packets whose stored time is wrong, with it.
  private static func report(
    _ data: Data, at place: Place
  ) throws -> (packets: [Times], wrong: [Times]) {
    try withSource(of: data, at: place, for: .report(.whole)) { source in
      var (packets, wrong) = ([Times](), [Times]())
      while let packet = try source.readPacket() {
        packets.append(Times(packet))
        if let original = (source as? any CorrectingSource)?.original {
          wrong.append(Times(original))
        }
      }
      return (inOrder(packets), wrong)
    }
  }

  /// Where libavformat can seek, it takes the packets of a fragment in the order of their times.
  private static func inOrder(_ packets: [Times]) -> [Times] {
    packets.sorted { $0.offset ?? 0 < $1.offset ?? 0 }
  }

  @Test(arguments: TestEffort.some(kinds, Place.allCases))
  func playbackEndsWhereThatOfTheCleanFileDoesAndReportsNameTheFragment(
    _ kind: Kind, _ place: Place
  ) throws {
    let file = try Self.make(kind.inputs, flags: kind.flags)
    let (length, packets) = try Self.play(file, at: place)
    let clean = try Self.report(file, at: place)
    #expect(length > 9.9 && clean.wrong.isEmpty)
    let times = file.places(of: "tfdt").map { $0 + 8 }
    let count = times.count / kind.rates.count
    try #require(count > 8 && times.allSatisfy { file[$0 - 4] == 1 })
    for number in [0, 1, count / 2, count - 1] {
      for track in kind.rates.indices {
        let index = number * kind.rates.count + track
        for (order, seconds) in Self.seconds.enumerated()
        where TestEffort.isThorough || (order + index) % 8 == 0 {
          let place8 = times[index]
          let time = file[place8..<place8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
          let ticks = Int64(seconds * Double(kind.rates[track]))
          var data = file
          data.overwrite(
            at: place8,
            with: Data(bigEndian: UInt64(bitPattern: Int64(bitPattern: time) &+ ticks), 8))
          let context: Comment = "track \(track), fragment \(number), \(seconds) s"
          // A pause before the last fragment may be right, because none behind it shows that it is wrong: sound
          // pauses, and media may be missing, while the other track goes on.
          let mayPause = number == count - 1 && seconds > 0 && seconds < 3_600
          if mayPause { continue }
          let found = try Self.play(data, at: place)
          let isSmallStart = number == 0 && abs(seconds) <= (place == .server ? 0.1 : 3)
          if !isSmallStart || kind.rates.count > 1 {
            // The start of sound is that of its first packet.
            let tolerance = number > 0 ? 0.002 : isSmallStart ? 1.1 : 0.05
            #expect(abs(found.0 - length) < tolerance, context)
          }
          if number > 0 { #expect(found.1 == packets, context) }
          // Which packets an edit leaves out before zero is not known.
          if number == 0, abs(seconds) < 0.3 { continue }
          let report = try Self.report(data, at: place)
          #expect(report.packets == clean.packets, context)
          #expect(report.wrong.count == 1 && report.wrong.first?.track == track, context)
        }
      }
    }
  }

  /// The sound always comes behind the next pictures: it has not paused.
  @Test(arguments: Place.allCases) func soundThatComesLateHasNotPaused(_ place: Place) throws {
    let made = try Self.make(
      Kind.both, flags: "frag_keyframe+empty_moov+separate_moof+default_base_moof")
    let starts = made.places(of: "moof").map { $0 - 4 }
    let ends = starts.dropFirst() + [made.places(of: "mfra").first.map { $0 - 4 } ?? made.count]
    let fragments = zip(starts, ends).map { made[$0..<$1] }
    var file = made[..<(try #require(starts.first))]
    let count = fragments.count / 2
    for number in 0...count {
      if number < count { file += fragments[number * 2] }
      if number > 0 { file += fragments[number * 2 - 1] }
    }
    let (length, packets) = try Self.play(file, at: place)
    for seconds in [2.5, 3, -1] {
      let wrong = file.places(of: "tfdt")[12] + 8
      let time = file[wrong..<wrong + 8].reduce(0) { $0 << 8 | UInt64($1) }
      try #require(time > 4 * 44_100)
      var data = file
      let ticks = Int64(time) + Int64(seconds * 44_100)
      data.overwrite(at: wrong, with: Data(bigEndian: UInt64(ticks), 8))
      let found = try Self.play(data, at: place)
      #expect(abs(found.0 - length) < 0.002 && found.1 == packets, "\(seconds) s")
    }
  }

  /// libavformat counts it from the fragments that it has read.
  @Test(arguments: kinds) func theLengthOfAStreamIsNotThatOfItsFirstFragments(
    _ kind: Kind
  ) throws {
    let file = try Self.make(kind.inputs, flags: kind.flags)
    for place in Place.allCases {
      let length = try Self.withSource(of: file, at: place) {
        $0.info.declaredDuration(from: .zero)?.seconds
      }
      if place == .server || kind.testDescription == "indexed" {
        #expect(length.map { abs($0 - 10) < 0.1 } == true)
      } else {
        #expect(length == nil)
      }
    }
  }

  private static let irregular =
    "-vf select=not(mod(n\\,7))+not(mod(n\\,11)) -vsync vfr "

  /// What is right is passed on without waiting for a later fragment.
  @Test(arguments: [
    Kind.both + "-movflags frag_keyframe+empty_moov",
    Kind.both + "-movflags frag_every_frame+empty_moov",
    Kind.both + "-movflags frag_keyframe+empty_moov+separate_moof+default_base_moof",
    Kind.picture + "-movflags frag_every_frame+empty_moov",
    Kind.picture + irregular + "-movflags frag_every_frame+empty_moov",
    Kind.picture + irregular + "-movflags frag_keyframe+empty_moov",
    Kind.both + "-output_ts_offset 90000 -movflags frag_keyframe+empty_moov",
    "-f lavfi -i testsrc=d=10:r=25:s=176x144 -itsoffset 0.7 -f lavfi -i sine=d=9:r=44100 "
      + "-c:v mpeg4 -g 25 -c:a aac -movflags frag_keyframe+empty_moov",
  ])
  func cleanStreamsDoNotWait(_ arguments: String) throws {
    let parts = arguments.split(separator: " -movflags ")
    let file = try Self.make(String(parts[0]), flags: String(parts[1]))
    let pipe = try BytePipe()
    pipe.write(file)
    let source = try #require(
      try pipe.opener.open(interruption: Interruption()) as? FFmpegSource)
    let optional = source.demuxer.fragmentReader
    let reader = try #require(optional)
    // Fragments that opening has read are judged by those after them.
    var hasPassed = false
    var (count, waits) = (0, 0)
    while try source.readPacket() != nil {
      count += 1
      if !reader.hasHeld { hasPassed = true }
      if hasPassed, reader.hasHeld { waits += 1 }
    }
    #expect(hasPassed && count > 40 && waits == 0)
  }

  /// A stream with right times, in which some fragments have no packets of a track.
  struct Sparse: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var inputs = "-f lavfi -i testsrc=d=24:r=25:s=176x144 -f lavfi -i sine=d=24:r=44100 -g 25 "
    let track: Int
    /// The number of tracks in a fragment.
    var tracks = 2
    let hidden: @Sendable (_ fragment: Int) -> Bool
  }

  private static let long =
    "-f lavfi -i testsrc=d=24:r=25:s=176x144 -f lavfi -i sine=d=24:r=44100 -g 100 "
  private static let sparse = [
    Sparse(testDescription: "bursts of sound", track: 1) { $0 % 5 > 0 },
    Sparse(testDescription: "bursts, the last of which is the last fragment", track: 1) {
      $0 % 5 != 3
    },
    Sparse(testDescription: "pictures pause", track: 0) { $0 % 5 > 0 },
    Sparse(testDescription: "sound pauses behind its first fragment", track: 1) {
      (1..<6).contains($0)
    },
    Sparse(testDescription: "pictures pause behind their first fragment", track: 0) {
      (1..<6).contains($0)
    },
    Sparse(testDescription: "a still picture", track: 0) { $0 > 0 },
    Sparse(testDescription: "sound begins later than a still picture", track: 1) { $0 < 5 },
    Sparse(testDescription: "sound drops out for long", inputs: long, track: 1) {
      (2..<4).contains($0)
    },
    Sparse(testDescription: "pictures drop out for long", inputs: long, track: 0) {
      (2..<4).contains($0)
    },
    Sparse(testDescription: "sound drops out for a long fragment", inputs: long, track: 1) {
      $0 == 2
    },
  ]

  private static func check(_ data: Data, _ whole: [Times]) throws {
    let right = Dictionary(whole.map { ($0.offset, $0) }) { one, _ in one }
    for place in Place.allCases {
      let report = try report(data, at: place)
      #expect(report.wrong.isEmpty, "\(place)")
      let played = try withSource(of: data, at: place) { try $0.readAll().map(Times.init) }
      #expect(inOrder(played).map(\.offset) == report.packets.map(\.offset), "\(place)")
      for packet in report.packets + played {
        #expect(packet.decodeTicks == right[packet.offset]?.decodeTicks, "\(place)")
      }
    }
    #expect(
      MovieFragments(size: Int64(data.count)) { data[Int($0)..<Int($0) + $1].map(\.self) } == nil)
  }

  @Test(arguments: TestEffort.some(sparse)) func pausesAndDropOutsAreNoWrongTimes(_ sparse: Sparse)
    throws
  {
    let file = try Self.make(
      sparse.inputs + "-c:v mpeg4 -c:a aac ", flags: "frag_keyframe+empty_moov+default_base_moof")
    let whole = try Self.report(file, at: .pipe).packets
    var data = file
    for (number, place) in file.places(of: "traf").enumerated()
    where number % sparse.tracks == sparse.track && sparse.hidden(number / sparse.tracks) {
      data.overwrite(at: place, with: Data("free".utf8))
    }
    try #require(data != file)
    try Self.check(data, whole)
  }

  /// A cue each five seconds, in fragments of a second.
  @Test func sparseSubtitlesKeepTheirTimes() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.srt")
    let cues = (0..<24).map {
      String(format: "%d\n00:00:%02d,000 --> 00:00:%02d,000\nA cue\n\n", $0 + 1, $0, $0 + 1)
    }
    try Data(cues.joined().utf8).write(to: URL(filePath: path))
    let file = try Self.make(
      "-f lavfi -i testsrc=d=24:r=25:s=176x144 -f lavfi -i sine=d=24:r=44100 -i \(path) "
        + "-map 0 -map 1 -map 2 -g 25 -c:v mpeg4 -c:a aac -c:s mov_text ",
      flags: "frag_keyframe+empty_moov+default_base_moof")
    let whole = try Self.report(file, at: .pipe).packets
    var data = file
    let headers = file.places(of: "tfhd").filter { file.number(at: $0 + 8) == 3 }
    try #require(headers.count > 20)
    for (number, place) in headers.enumerated() where number % 5 > 0 {
      // The kind of the box around it.
      data.overwrite(at: place - 8, with: Data("free".utf8))
    }
    try Self.check(data, whole)
  }

  /// The packets of a fragment that are more than what is held.
  @Test func noPacketOfABigFragmentIsLost() throws {
    let file = try Self.make(
      "-f lavfi -i testsrc2=s=1280x720:r=25:d=1,noise=alls=100:allf=t "
        + "-c:v mjpeg -q:v 1 -pix_fmt yuvj444p ",
      flags: "empty_moov -frag_duration 5000000")
    try #require(file.count > 20 << 20)
    #expect(try Self.report(file, at: .pipe).packets.count == 25)
  }

  /// A live source opens at once if a track has one fragment, and another one begins later.
  @Test func aStillPictureIsNotAwaitedForLong() throws {
    let file = try Self.make(
      "-f lavfi -i testsrc=d=40:r=25:s=176x144 -f lavfi -i sine=d=40:r=44100 "
        + "-g 25 -c:v mpeg4 -c:a aac ", flags: "frag_keyframe+empty_moov+default_base_moof")
    var data = file
    for (number, place) in file.places(of: "traf").enumerated()
    where number % 2 == 0 ? number > 0 : number < 10 {
      data.overwrite(at: place, with: Data("free".utf8))
    }
    let pipe = try BytePipe()
    pipe.write(data)
    let source = try #require(
      try pipe.opener.open(interruption: Interruption()) as? FFmpegSource)
    let input = try #require(source.demuxer.context.pointee.pb)
    #expect(avio_tell(input) < Int64(data.count / 2))
    #expect(try source.readPacket()?.track == 0)
  }

  /// All tracks begin again, in the middle of a stream.
  @Test func anotherRecordingGoesOnWhereTheOneBeforeItEnds() throws {
    let file = try Self.make(Kind.both, flags: "frag_keyframe+empty_moov+default_base_moof")
    let parts = file.places(of: "moof").map { $0 - 4 }
    var shifted = file
    for (index, place) in file.places(of: "tfdt").enumerated() {
      let time = file[place + 8..<place + 16].reduce(0) { $0 << 8 | UInt64($1) }
      let ticks = UInt64(1_000 * [12_800, 44_100][index % 2])
      shifted.overwrite(at: place + 8, with: Data(bigEndian: time + ticks, 8))
    }
    let stream = shifted[..<parts[5]] + file[parts[0]..<parts[5]]
    let (length, packets) = try Self.play(Data(stream), at: .pipe)
    #expect(abs(length - 9.6) < 0.5)
    #expect(!packets.contains { $0.isDiscarded })
    let report = try Self.report(Data(stream), at: .pipe)
    #expect(report.wrong.isEmpty)
  }

  /// The third track comes when the jump of the others has been accepted.
  @Test func threeTracksOfLongFragmentsJumpTogether() throws {
    let file = try Self.make(
      "-f lavfi -i testsrc=d=24:r=25:s=176x144 -f lavfi -i sine=d=24:r=44100 -map 0 -map 1 "
        + "-map 1 -g 100 -c:v mpeg4 -c:a aac ", flags: "frag_keyframe+empty_moov+default_base_moof")
    let parts = file.places(of: "moof").map { $0 - 4 }
    try #require(parts.count == 6)
    // All go back by 16 s, and by 8 s ahead.
    for order in [[0, 1, 2, 3, 0, 1, 2], [0, 1, 4, 5]] {
      let ends = parts.dropFirst() + [file.endIndex]
      let pieces = order.map { file[parts[$0]..<ends[ends.startIndex + $0]] }
      let stream = pieces.reduce(file[..<parts[0]], +)
      #expect(try Self.report(stream, at: .pipe).wrong.isEmpty)
      let (length, _) = try Self.play(stream, at: .pipe)
      #expect(abs(length - (order.count == 4 ? 24 : 28)) < 0.5)
    }
  }
}
