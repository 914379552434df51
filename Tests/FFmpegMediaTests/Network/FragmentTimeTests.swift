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
  /// The ticks in a second of each track, in the order of the tracks in a fragment.
  private static let rates = [12_800, 44_100]

  /// What libavformat reads.
  enum Place: CaseIterable {
    case pipe, server, serverWithoutRanges
  }

  /// A file of a second in each fragment.
  private static func makeFile() throws -> Data {
    let directory = try TemporaryDirectory()
    let path = directory.path("fragments.mp4")
    let arguments =
      "-v error -nostdin -f lavfi -i testsrc=d=10:r=25:s=176x144 -f lavfi -i sine=d=10:r=44100 "
      + "-c:v mpeg4 -bf 2 -g 25 -c:a aac -movflags frag_keyframe+empty_moov"
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
    of data: Data, at place: Place, _ body: (any MediaSource) throws -> Value
  ) throws -> Value {
    if place == .pipe {
      let pipe = try BytePipe()
      pipe.write(data)
      return try body(pipe.opener.open(interruption: Interruption()))
    }
    let server = try MediaServer(data, .init(servesRanges: place == .server))
    return try body(LocatedMedia(url: server.url("a.mp4")).open(interruption: Interruption()))
  }

  /// Returns the length of playback, and how many packets had wrong times.
  private static func measure(_ data: Data, _ place: Place) throws -> (Double, wrong: Int) {
    let length = try withSource(of: data, at: place) { source in
      try MediaDuration.measured(byReading: source).time.seconds
    }
    let wrong = try withSource(of: data, at: place) { source in
      let source = try #require(JoinedSource.joining(source) as? JoinedSource)
      source.prepare()
      var count = 0
      while case .packet(let packet) = try source.read() {
        if source.original != nil { count += 1 }
        #expect(!packet.isDiscarded)
      }
      return count
    }
    return (length, wrong)
  }

  @Test(arguments: Place.allCases) func playbackEndsWhereThatOfTheCleanFileDoes(
    _ place: Place
  ) throws {
    let file = try Self.makeFile()
    let (length, wrong) = try Self.measure(file, place)
    #expect(length > 10 && wrong == 0)
    let times = file.places(of: "tfdt").map { $0 + 8 }
    try #require(times.count > 12 && times.allSatisfy { file[$0 - 4] == 1 })
    let middle = times.count / 4 * 2
    for index in [0, 1, middle, middle + 1, times.count - 2, times.count - 1] {
      for seconds in TestEffort.isThorough ? [0.4, -0.4, 3, -3, 9, 1_000, -1_000] : [-3.0, 1_000] {
        let ticks = Int64(seconds * Double(Self.rates[index % 2]))
        let time = file[times[index]..<times[index] + 8].reduce(0) { $0 << 8 | UInt64($1) }
        var data = file
        data.overwrite(
          at: times[index],
          with: Data(bigEndian: UInt64(bitPattern: Int64(bitPattern: time) &+ ticks), 8))
        let (wrongLength, wrong) = try Self.measure(data, place)
        // Where libavformat can seek, it takes the start of the track from the other fragments, without the priming.
        let tolerance = index == 1 && place == .server ? 0.05 : 0.002
        #expect(abs(wrongLength - length) < tolerance, "fragment \(index), \(seconds) s")
        #expect(wrong > 0 && wrong < 60, "fragment \(index), \(seconds) s")
      }
    }
  }
}
