import Foundation
import PlayheadKit
import PlayheadLocking
import PlayheadTestEnvironment
import Testing

/// Damaged media play to their end, or fail with an error that states the reason, without a trap
/// and in bounded memory and time. Each case has a watchdog that ends its process.
@Suite struct DamagedPlaybackTests {
  private static let truncationsOfAFile = 11
  private static let flipsOfAFile = 12
  /// The seconds that one case may take. It usually takes milliseconds.
  private static let watchdog: UInt32 = 60
  private static let greatestMemory = 256 << 20
  /// The number of clock steps after which a player would never end.
  private static let greatestStepCount = 1_000_000

  @Test func thereAreEnoughCases() {
    let count = DamagedMedia.files.count * (Self.truncationsOfAFile + Self.flipsOfAFile)
    #expect(count >= 500)
  }

  @Test func truncatedFilesEndOrFail() async {
    await #expect(processExitsWith: .success) {
      try Self.playAll { try DamagedMedia.truncated($0, count: Self.truncationsOfAFile) }
    }
  }

  @Test func filesWithFlippedBitsEndOrFail() async {
    await #expect(processExitsWith: .success) {
      try Self.playAll { try DamagedMedia.flipped($0, count: Self.flipsOfAFile) }
    }
  }

  @Test func headersWithoutMediaEndOrFail() async {
    await #expect(processExitsWith: .success) {
      try Self.playAll(files: [""]) { _ in DamagedMedia.empty }
    }
  }

  private static func playAll(
    files: [String] = DamagedMedia.files, _ cases: (String) throws -> [DamagedMedia]
  ) throws {
    let directory = try TemporaryDirectory()
    for file in files {
      for media in TestEffort.some(try cases(file)) {
        alarm(watchdog)
        // Keeps the file name extension, because FFmpeg takes it as a hint.
        let name = file.isEmpty ? media.name : file.replacing("/", with: "-")
        try play(directory.write(media.bytes, to: name), Comment(rawValue: media.name))
        #expect(
          TestEffort.hasSanitizer || peakMemory < greatestMemory, Comment(rawValue: media.name))
      }
    }
  }

  /// Plays the file to its end twice: from its start and from its middle.
  private static func play(_ path: String, _ name: Comment) throws {
    let clock = ManualHostClock()
    let player = Player(path: path, clock: clock)
    let failureCount = Locked(0)
    let watching = player.statusPublisher(queue: nil).sink { status in
      if case .failed = status { failureCount.withLock { $0 += 1 } }
    }
    defer {
      var stepCount = 0
      while stepCount < greatestStepCount, clock.runNextStep() { stepCount += 1 }
      #expect(stepCount < greatestStepCount, "It never rests: \(name.rawValue)")
      let hasFailed = player.playbackState == .failed
      #expect(failureCount.withLock { $0 } == (hasFailed ? 1 : 0), name)
      watching.cancel()
      player.close()
    }
    player.play()
    guard try end(player, clock, path, name) else { return }
    guard let duration = player.duration else {
      Issue.record("It ended, and its duration is not known: \(name)")
      return
    }
    #expect(duration.isExact, name)
    #expect(player.currentTime() == duration.time, name)
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    #expect(try MediaDuration.measured(byReading: source) == duration, name)
    player.beginSeek(to: .nanoseconds(duration.time.nanoseconds(rounding: .down) / 2))
    player.play()
    guard try end(player, clock, path, name) else { return }
    #expect(player.duration.map { player.currentTime() <= $0.time } == true, name)
  }

  /// Lets time pass until the player has ended. Returns false if it failed.
  private static func end(
    _ player: Player, _ clock: ManualHostClock, _ path: String, _ name: Comment
  ) throws -> Bool {
    for _ in 0..<greatestStepCount {
      switch player.playbackState {
      case .ended: return true
      case .failed:
        guard case .failed(let error) = player.status else { return false }
        #expect(error.name == path && !error.description.contains("\n"), name)
        return false
      default: clock.runNextStep()
      }
    }
    Issue.record("It does not come to an end, and is \(player.playbackState): \(name)")
    return false
  }

  /// The peak memory of this process, in bytes. `getrusage` would begin with the parent's.
  private static var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split { $0.isWhitespace }.dropFirst().first.flatMap { Int($0) }
    return kibibytes.map { $0 * 1_024 } ?? .max
  }
}
