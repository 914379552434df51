import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// A player of a file that is still being written, on the manual clock.
@Suite struct FollowingPlayerTests {
  private let directory: TemporaryDirectory
  private let following = FileFollowing()
  private let clock = ManualHostClock()
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("growing.mkv")
  }

  /// Returns a file of 10 s of sound in pieces that end at the given seconds, each between two
  /// packets. The first piece is the initial file; the others are appended later.
  private func pieces(until ends: [Int64]) -> [Data] {
    let whole = MatroskaFile(tracks: [(.audio, 0..<10_000)])
    let places = ends.map { whole.byteOffset(ofSecond: $0) } + [whole.bytes.count]
    return zip([0] + places, places).map { whole.bytes[$0..<$1] }
  }

  private func append(_ bytes: Data) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: bytes)
    try file.close()
  }

  private func makePlayer(_ beginning: Data) throws -> Player {
    try beginning.write(to: URL(filePath: path))
    return Player(media: LocatedMedia(path: path, following: following), clock: clock)
  }

  @Test func playbackStallsAtTheCurrentEndAndResumes() throws {
    let pieces = pieces(until: [4, 7])
    let player = try makePlayer(pieces[0])
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(100)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(6))
    #expect(player.playbackState == .stalled && player.currentTime() == .seconds(4))
    #expect(player.stalledTime == .seconds(2))
    try append(pieces[1])
    clock.advance(by: .seconds(2))
    // The file is checked for new data every 50 ms.
    #expect(player.playbackState == .playing && player.currentTime() > .milliseconds(5_949))
    clock.advance(by: .seconds(2))
    #expect(player.playbackState == .stalled && player.currentTime() == .seconds(7))
    try append(pieces[2])
    following.finish()
    clock.advance(by: .seconds(4))
    #expect(player.playbackState == .ended && player.currentTime() == .seconds(10))
    #expect(player.duration == MediaDuration(time: .seconds(10), isExact: true))
    #expect(player.playedRanges == [.zero..<(.seconds(10))])
    #expect(
      recorder.values.map(\.cause) == [.started, .stalled, .resumed, .stalled, .resumed, .ended])
    #expect(player.status == .readyToPlay)
  }

  @Test func aGrowingFileIsSeekableDuringPlayback() throws {
    let pieces = pieces(until: [6])
    let player = try makePlayer(pieces[0])
    player.play()
    clock.advance(by: .seconds(7))
    #expect(player.playbackState == .stalled)
    player.beginSeek(to: .milliseconds(1_234))
    clock.advance(by: .seconds(1))
    #expect(player.playbackState == .playing && player.currentTime() == .milliseconds(2_234))
    // Playback waits for a target that is not written yet.
    player.beginSeek(to: .seconds(8))
    clock.advance(by: .seconds(1))
    #expect(player.currentTime() == .seconds(8) && player.playbackState != .playing)
    try append(pieces[1])
    following.finish()
    clock.advance(by: .seconds(3))
    #expect(player.playbackState == .ended && player.currentTime() == .seconds(10))
    #expect(
      player.playedRanges == [.zero..<(.seconds(6)), .seconds(8)..<(.seconds(10))])
  }

  @Test func aTruncatedFileFailsThePlayer() throws {
    let pieces = pieces(until: [4])
    let player = try makePlayer(pieces[0])
    player.play()
    clock.advance(by: .seconds(5))
    truncate(path, 1_000)
    clock.advance(by: .seconds(1))
    guard case .failed(let error) = player.status else {
      Issue.record("The status is \(player.status).")
      return
    }
    #expect(error.operation == .read && error.reason == .truncated)
    #expect(player.currentTime() == .seconds(4))
    #expect(player.playedRanges == [.zero..<(.seconds(4))])
  }
}
