import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// The player on real media, on the manual clock.
@Suite struct PlayerTests {
  @Test(arguments: [
    "bbb.mp4", "bbb_start3600.ts", "bbb_cut_neg.mkv", "coffee_vbr_art.mp3", "mediafile.opus",
  ])
  func atTheEndThePositionEqualsTheMeasuredDuration(name: String) throws {
    let clock = ManualHostClock()
    let player = Player(path: Repository.sample(name), clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(1)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(60))
    let last = try #require(recorder.values.last)
    let duration = try #require(last.duration)
    #expect(last.cause == .ended && duration.isExact)
    #expect(last.position == duration.time && player.currentTime() == duration.time)
    let media = try PreparedMedia(path: Repository.sample(name))
    let source = try media.open(interruption: Interruption())
    #expect(try MediaDuration.measured(byReading: source) == duration)
  }

  @Test(arguments: ["bbb_small.mp4", "bbb_start3600.ts", "bbb_cut_neg.mkv", "bbb_vp9_opus.webm"])
  func aSeekIsExactInEveryContainer(name: String) {
    let clock = ManualHostClock()
    let player = Player(path: Repository.sample(name), clock: clock)
    player.beginLoading()
    clock.advance(by: .zero)
    for milliseconds in [2_345, 40, 3_999, 1] {
      player.beginSeek(to: .milliseconds(Int64(milliseconds)))
      #expect(player.currentTime() == .milliseconds(Int64(milliseconds)))
      player.play()
      clock.advance(by: .milliseconds(10))
      #expect(player.currentTime() == .milliseconds(Int64(milliseconds + 10)))
      player.pause()
    }
  }

  @Test func aFailureIsReportedByTheStatus() {
    let clock = ManualHostClock()
    let player = Player(url: URL(fileURLWithPath: "/no/such/file.mp4"), clock: clock)
    player.play()
    clock.advance(by: .zero)
    guard case .failed(let error) = player.status else {
      Issue.record("the status is \(player.status)")
      return
    }
    #expect(error.reason == .notFound && error.name == "/no/such/file.mp4")
  }
}
