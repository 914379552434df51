import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadFormatting

/// The share of real runs of ffmpeg. No clock matters: each block is compared with the last one.
@Suite struct JobShareTests {
  static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  /// Command lines after `ffmpeg`. `FILM` has 5.312 s of video and sound, `SOUND` 7.1 s of sound.
  private static let derived = [
    "-i FILM -c copy o.mkv", "-i FILM -c:v mpeg4 -c:a aac o.mp4",
    "-i FILM -vn -c:a pcm_s16le o.wav",
    "-i FILM -an -c:v mpeg4 o.mp4", "-ss 3 -t 1 -i FILM -c:v mpeg4 o.mp4",
    "-ss 3 -i FILM -t 1 -c:v mpeg4 o.mp4", "-i FILM -ss 3 -t 1 -c:v mpeg4 o.mp4",
    "-i FILM -ss 2 -to 4 -c:v mpeg4 o.mp4", "-ss 2 -to 4 -i FILM -c:v mpeg4 o.mp4",
    "-to 2 -i FILM -c:v mpeg4 o.mp4", "-i FILM -to 2 -c:v mpeg4 o.mp4",
    "-sseof -2 -i FILM -c:v mpeg4 o.mp4", "-ss 1 -i FILM -c copy o.mkv",
    "-i FILM -an -vf setpts=PTS/4 -c:v mpeg4 o.mp4",
    "-i FILM -an -vf setpts=3*PTS -c:v mpeg4 o.mp4",
    "-i FILM -vn -af atempo=2 o.wav", "-i FILM -vn -af asetpts=PTS*2,aresample=async=1 o.wav",
    "-stream_loop 2 -i FILM -c:v mpeg4 o.mp4", "-stream_loop 1 -i SOUND o.flac",
    "-itsoffset 1 -i FILM -c:v mpeg4 o.mp4", "-r 50 -i FILM -an -c:v mpeg4 o.mp4",
    "-i FILM -an -r 5 -c:v mpeg4 o.mp4", "-i FILM -an -vf fps=10 -c:v mpeg4 o.mp4",
    "-i FILM -frames:v 40 -an -c:v mpeg4 o.mp4", "-i FILM -vframes 60 -c:v mpeg4 o.mp4",
    "-i FILM -an -vf trim=1:3,setpts=PTS-STARTPTS -c:v mpeg4 o.mp4",
    "-i FILM -vn -af atrim=duration=2 o.wav", "-i FILM -i SOUND -map 0:v -map 1:a -c:v mpeg4 o.mp4",
    "-stream_loop 2 -i FILM -i SOUND -map 0:v -map 1:a -shortest -c:v mpeg4 o.mp4",
    "-i FILM -t 2 -c:v mpeg4 o.mp4 -vn o.wav", "-i FILM -c:v mpeg4 -pass 1 -an -f null -",
    "-i FILM -c:v mpeg4 -hls_time 1 o.m3u8", "-i FILM -an -r 10 o%03d.png",
    "-framerate 10 -i i%03d.ppm -c:v mpeg4 o.mp4", "-copyts -ss 2 -i FILM -c:v mpeg4 o.mp4",
    "-i FILM -output_ts_offset 5 -c:v mpeg4 o.mkv",
    "-f lavfi -i testsrc=duration=3 -c:v mpeg4 o.mp4",
    "-f lavfi -i sine -t 4 o.wav", "-f concat -safe 0 -i list -c copy o.mkv",
    "-i FILM -filter_complex [0:v]setpts=PTS/2[v] -map [v] -c:v mpeg4 o.mp4",
    "-i FILM -i FILM -filter_complex [0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1[v][a] -map [v] -map [a] -c:v mpeg4 o.mp4",
    "-i SHIFTED -c:v mpeg4 o.mp4", "-i VARIABLE -c:v mpeg4 o.mp4", "-i MP3 -vn o.wav",
  ]

  /// Command lines whose duration is not known before.
  private static let unknown = [
    "-i FILM -an -vf select=gt(scene\\,0) -c:v mpeg4 o.mp4", "-i - -c:v mpeg4 o.mp4",
    "-i FILM -an -vf loop=2:10 -t 5 -vf minterpolate=fps=30 -fs 20000 -c:v mpeg4 o.mp4",
  ]

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let film = Repository.sampleMedia + "/bbb_small.mp4"
    try folder.write(Data("file '\(film)'\nfile '\(film)'\n".utf8), to: "list")
    let picture = Data(("P6 16 16 255\n" + String(repeating: "abc", count: 256)).utf8)
    for number in 0..<60 {
      let name = "i" + String(repeating: "0", count: number < 10 ? 2 : 1) + "\(number).ppm"
      try folder.write(picture, to: name)
    }
  }

  private func words(_ line: String) -> [String] {
    let files = [
      "FILM": "bbb_small.mp4", "SOUND": "pygame-house_lo.wav", "SHIFTED": "bbb_start3600.ts",
      "VARIABLE": "bbb_vfr.mp4", "MP3": "coffee_vbr_art.mp3",
    ]
    return line.split(separator: " ").map { word in
      let word = String(word)
      if let file = files[word] { return "\(Repository.sampleMedia)/\(file)" }
      let isOwn =
        word.hasPrefix("o") && word.contains(".") || word == "list" || word.hasSuffix("ppm")
      return isOwn ? folder.path(word) : word
    }
  }

  /// Runs ffmpeg. Returns its exit status and its reports.
  private func run(_ words: [String]) throws -> (status: Int32, progress: [UInt8]) {
    let progress = folder.path("progress")
    let process = try SpawnedProcess(
      "/usr/bin/env",
      ["-C", folder.path, "ffmpeg", "-v", "error", "-y", "-progress", progress]
        + ["-stats_period", "0.001"] + words,
      streams: [
        .file(Repository.sampleMedia + "/bbb_small.mp4", flags: O_RDONLY),
        .file("/dev/null", flags: O_WRONLY),
        .file(folder.path("errors"), flags: O_WRONLY | O_CREAT),
      ])
    let status = process.waitForExit()
    return (status, Array(try Data(contentsOf: URL(filePath: progress))))
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: TestEffort.few(derived))
  func theDerivedShareIsThatOfTheLastBlock(line: String) throws {
    let words = words(line)
    let (status, progress) = try run(words)
    let messages = try Data(contentsOf: URL(filePath: folder.path("errors")))
    try #require(status == 0, "\(String(decoding: messages, as: UTF8.self))")
    let expected = JobInputs(FFmpegArguments(words)).expectedDuration
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
    let job = Job(clock: clock)
    job.expect(try #require(expected))
    var shares: [(position: MediaTime, fraction: Double)] = []
    for piece in progress.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      job.receive(piece + [UInt8(ascii: "\n")])
      if let now = job.progressIfKnown, let fraction = now.fraction {
        shares.append((now.position, fraction))
      }
    }
    let last = try #require(shares.last).position.seconds
    let errors = shares.map { abs($0.fraction - $0.position.seconds / last) }
    #expect(try #require(errors.max()) <= 0.03, "\(expected?.seconds ?? -1) instead of \(last) s")
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
    #expect(shares.allSatisfy { $0.fraction < 1 })
    #expect(job.end(status: status) && job.progressIfKnown?.fraction == 1)
  }

  @Test(arguments: unknown) func whatCannotBeDerivedIsUnknown(line: String) {
    #expect(JobInputs(FFmpegArguments(words(line))).expectedDuration == nil)
  }

  /// Command lines whose share is that of the input. `LONG` has the film 20 times.
  private static let undecided = [
    "-i LONG.mkv -an -vf select=not(mod(n\\,2)) -c:v mpeg4 o.mp4",
    "-i LONG.mp4 -an -vf select=gte(n\\,0) -c:v mpeg4 o.mp4",
    "-ss 20 -t 60 -i LONG.ts -an -vf select=1 -c:v mpeg4 o.mp4",
    "-i LONG.mkv -an -vf loop=2:10 -c:v mpeg4 o.mp4",
    "-f concat -safe 0 -i parts -an -vf select=1 -c:v mpeg4 o.mp4",
    "-i LONG.mkv -i LONG.mp4 -filter_complex [0:v][1:v]concat,select=1[v] -map [v] -c:v mpeg4 o.mp4",
    "-i - -an -c:v mpeg4 o.mp4",
  ]

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: TestEffort.few(undecided))
  func theShareOfTheInputIsThatOfTheLastBlock(line: String) throws {
    let film = Repository.sampleMedia + "/bbb_small.mp4"
    try folder.write(Data(String(repeating: "file '\(film)'\n", count: 20).utf8), to: "twenty")
    for ending in ["mkv", "mp4", "ts"] {
      let words = ["-f", "concat", "-safe", "0", "-i", folder.path("twenty"), "-c", "copy"]
      #expect(try run(words + [folder.path("LONG.\(ending)")]).status == 0)
    }
    try folder.write(Data("file '\(film)'\nfile LONG.mp4\n".utf8), to: "parts")
    let words = words(line).map {
      $0.hasPrefix("LONG") || $0 == "parts" ? folder.path($0) : $0
    }
    let arguments = FFmpegArguments(words)
    #expect(JobInputs(arguments).expectedDuration == nil)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // ffmpeg waits until its blocks are read: this sets the size of a pipe.
    _ = fcntl(ends[0], 1_031, 4_096)
    let process = try SpawnedProcess(
      "/usr/bin/env",
      ["-C", folder.path, "ffmpeg", "-v", "error", "-y", "-progress", "pipe:3"]
        + ["-stats_period", "0.001"] + words,
      streams: [
        .file(folder.path("LONG.mkv"), flags: O_RDONLY), .file("/dev/null", flags: O_WRONLY),
        .file(folder.path("errors"), flags: O_WRONLY | O_CREAT), .descriptor(ends[1]),
      ])
    close(ends[1])
    defer { close(ends[0]) }
    // Of the test, standard input is another file.
    let length = JobInputs(FFmpegArguments(["-i", folder.path("LONG.mkv"), "o"])).expectedDuration
    let input = InputShare.Part(location: folder.path("LONG.mkv"), length: length?.seconds ?? 0)
    let share =
      words.contains("-")
      ? InputShare(arguments, files: [[input]]) : JobInputs(arguments).share
    let files = try #require(share)
    var tracker = try #require(InputTracker(files, readBy: process.identifier))
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
    let job = Job(clock: clock)
    var shares: [(position: MediaTime, fraction: Double)] = []
    var bytes = [UInt8](repeating: 0, count: 512)
    while case let count = read(ends[0], &bytes, bytes.count), count > 0 {
      if let share = tracker.share() { job.read(share) }
      job.receive(bytes[..<count])
      if let now = job.progressIfKnown, let fraction = now.fraction {
        shares.append((now.position, fraction))
        #expect(now.job?.estimate == .input)
      }
    }
    #expect(process.waitForExit() == 0)
    let last = try #require(shares.last).position.seconds
    let errors = shares.map { abs($0.fraction - $0.position.seconds / last) }
    #expect(try #require(errors.max()) <= 0.1)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0.fraction <= $1.fraction + 1e-6 })
    #expect(shares.allSatisfy { $0.fraction < 1 } && shares.contains { $0.fraction > 0.5 })
    #expect(job.end(status: 0) && job.progressIfKnown?.fraction == 1)
  }

  @Test(arguments: [
    "-i FILM -an -vf loop=2:10 -fs 20000 o.mp4", "-i FILM -vf select=1 -t 5 o.mp4",
    "-stream_loop 2 -i FILM -vf select=1 o.mp4", "-i rtsp://camera/1 -i FILM -vf select=1 o.mp4",
    "-f lavfi -i testsrc o.mp4", "-i missing.mp4 o.mp4", "-f concat -i list -vf select=1 o.mp4",
  ])
  func theShareOfTheInputIsUnknown(line: String) {
    #expect(JobInputs(FFmpegArguments(words(line))).share == nil)
  }

  /// Offsets are looked up in the middle of the media there, however the container stores it.
  @Test(arguments: [
    "bbb.mp4", "bbb_small.mp4", "bbb_multi.mkv", "bbb_vp9_opus.webm", "bbb_start3600.ts",
    "coffee_vbr_art.mp3", "pygame-house_lo.wav", "sonicpi-ambi_piano.flac", "pygame-house_lo.ogg",
  ])
  func offsetsAreTimes(file: String) throws {
    let path = Repository.sampleMedia + "/" + file
    let media = LocatedMedia(regularFile: Array(path.utf8))
    let size = Int64(try Data(contentsOf: URL(filePath: path)).count)
    let times = try FileTimes(opening: media, interruption: Interruption())
    let duration = try #require(times.duration).seconds
    #expect(times.time(before: 0, of: size) == .zero)
    var before = 0.0
    for tenth in 1...9 {
      // Of an index at the end no time is known.
      let offset = size / 10 * Int64(tenth)
      guard let time = times.time(before: offset, of: size)?.seconds else { continue }
      #expect(time >= before - 1 && time <= duration + 0.1)
      #expect(abs(time / duration - Double(tenth) / 10) < 0.35, "\(time) of \(duration) s")
      before = time
    }
    #expect(before > duration / 2)
    #expect(times.time(before: size, of: size)?.seconds == duration)
  }
}
