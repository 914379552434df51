import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Compares the frames of a range, in which playback starts or which a seek reaches, with those of
/// playback from the start of the file.
@Suite struct FrameRangeTests {
  private static let rangeCount = TestEffort.rounds(20)

  /// The sample media with video, and clips with B-frames in Matroska.
  static let files = ["SampleMedia", "SampleMedia/beepflash", "Tests/Fixtures/media"]
    .flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: Repository.path(folder))
      return (names ?? []).sorted().map { "\(folder)/\($0)" }
    }
    .filter { file in
      let media = try? PreparedMedia(path: Repository.path(file))
      return media?.info.timelineTracks.contains { $0.kind == .video } == true
    }

  @Test func thereAreFilesOfMostContainers() {
    let types = Set(Self.files.map { $0.split(separator: ".").last ?? "" })
    #expect(types.isSuperset(of: ["mp4", "mkv", "webm", "ts", "mov", "mpg"]))
    #expect(Self.files.count >= 20)
  }

  /// Plays from the current position to `end`. Returns the position at which each frame begins.
  private func frames(
    of player: Player, to end: MediaTime?, _ clock: ManualHostClock
  ) -> [MediaTime] {
    player.setForwardPlaybackEnd(end)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: .frames).subscribe(recorder)
    player.setRate(Rate(16, 1))
    while !player.rate.isPaused, clock.runNextStep() {}
    // Delivers the last frames.
    clock.advance(by: .zero)
    recorder.cancel()
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
    return recorder.values.filter { $0.boundary?.frame != nil }.map(\.due)
  }

  private func open(_ file: String, at position: MediaTime?) -> (Player, ManualHostClock) {
    let clock = ManualHostClock()
    let player = Player(path: Repository.path(file), clock: clock)
    if let position { player.beginSeek(to: position) }
    player.beginLoading()
    clock.advance(by: .zero)
    return (player, clock)
  }

  @Test(arguments: files)
  func aRangeHasTheSameFramesAsPlaybackFromTheStart(file: String) throws {
    let (player, clock) = open(file, at: nil)
    defer { player.close() }
    let all = frames(of: player, to: nil, clock)
    let length = try #require(player.duration?.time.nanoseconds(rounding: .down))
    try #require(!all.isEmpty)
    var generator = SplitMix64(seed: UInt64(length))
    for number in 0..<Self.rangeCount {
      let start = Int64.random(in: 0..<length, using: &generator)
      let span = Int64.random(in: 1...1_000_000_000, using: &generator)
      let range = MediaTime.nanoseconds(start)...MediaTime.nanoseconds(min(start + span, length))
      let played: [MediaTime]
      if number.isMultiple(of: 2) {
        player.beginSeek(to: range.lowerBound)
        played = frames(of: player, to: range.upperBound, clock)
      } else {
        let (player, clock) = open(file, at: range.lowerBound)
        defer { player.close() }
        played = frames(of: player, to: range.upperBound, clock)
      }
      let expected = all.filter { range.contains($0) }
      #expect(played == expected, "range \(number), \(range)")
    }
  }
}
