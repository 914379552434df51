import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching
@testable import PlayheadCore

/// The media behind another player.
@Suite struct AttachedMediaTests {
  private final class Names: Sendable {
    let list = Locked<[String?]>([])
  }

  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let source: FakeSource
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()
  private let notices = RecordingSubscriber<ItemNotice, Never>()
  private let opened = Names()

  init() { source = FakeSource(clock) }

  private func attach(
    on schedule: Schedule = .frames, reading media: FakeMedia? = FakeMedia(frameCount: 500)
  ) -> AttachedPlayer {
    let player = AttachedPlayer(
      source, clock: clock,
      media: AttachedMedia { [opened] item in
        opened.list.withLock { $0.append(item.location) }
        return item.location == nil ? nil : media
      })
    player.progressPublisher(on: schedule, until: .closed).subscribe(recorder)
    player.noticePublisher.subscribe(notices)
    clock.advance(by: .zero)
    return player
  }

  private func play(
    _ name: String = "a", location: String? = "/a", duration: MediaTime = .seconds(20)
  ) {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: name)
        $0.item?.location = location
        $0.item?.duration = duration
        $0.playback = .playing
      }, to: .seconds(1))
    clock.advance(by: .milliseconds(1))
  }

  private var frames: [MediaTime] {
    recorder.values.filter { $0.boundary?.frame != nil }.map(\.due)
  }

  @Test func theFramesOfAnotherPlayerAreBoundaries() throws {
    let player = attach()
    play()
    clock.advance(by: .seconds(3))
    let first = try #require(frames.first?.nanoseconds(rounding: .down)) / 40_000_000
    #expect(first <= 26 && frames.count >= 74)
    #expect(frames == (first..<first + Int64(frames.count)).map { .milliseconds($0 * 40) })
    #expect(notices.values.isEmpty)
    #expect(player.currentItem?.media?.tracks.count == 1)
    for progress in recorder.values where progress.cause == .boundary {
      #expect(progress.position >= progress.due && progress.frameNumber != nil)
    }
  }

  @Test func withoutPermissionNothingIsOpened() {
    let player = AttachedPlayer(source, clock: clock)
    player.progressPublisher(on: .frames.union(.interval(.seconds(1))), until: .closed)
      .subscribe(recorder)
    clock.advance(by: .zero)
    play()
    clock.advance(by: .seconds(3))
    #expect(frames.isEmpty && !recorder.values.isEmpty)
    #expect(player.currentItem?.media == nil)
    #expect(recorder.values.allSatisfy { $0.duration?.isExact == false && $0.frameNumber == nil })
  }

  @Test func aNameThatComesLaterIsOpenedOnce() {
    let player = attach()
    play(location: nil)
    clock.advance(by: .seconds(1))
    #expect(frames.isEmpty)
    source.change { $0.item?.location = "/b" }
    clock.advance(by: .seconds(1))
    source.change { $0.item?.title = "B" }
    clock.advance(by: .seconds(1))
    #expect(!frames.isEmpty && opened.list.withLock { $0 } == [nil, "/b"])
    #expect(player.currentItem?.title == "B" && player.currentItem?.media != nil)
  }

  @Test func eachItemHasItsOwnMedia() {
    let player = attach()
    play()
    clock.advance(by: .seconds(1))
    play("b", location: "/b")
    let count = frames.count
    clock.advance(by: .seconds(1))
    #expect(opened.list.withLock { $0 } == ["/a", "/b"] && frames.count > count + 20)
    play("c", location: nil)
    clock.advance(by: .seconds(1))
    #expect(player.currentItem?.location == nil && player.currentItem?.media == nil)
    player.close()
    clock.advance(by: .seconds(1))
    #expect(recorder.isFinished && recorder.violations.isEmpty && notices.isFinished)
  }

  @Test func chaptersAreThoseOfTheMediaIfThePlayerReportsNone() throws {
    let chapters = [Chapter(start: .zero, end: .seconds(2), title: "one")]
    let player = attach(
      on: .chapters, reading: FakeMedia(steps: FakeMedia.frames(0..<500), chapters: chapters))
    play()
    clock.advance(by: .seconds(1))
    #expect(player.currentItem?.chapters.map(\.title) == ["one"])
    #expect(player.progressIfKnown?.chapter?.title == "one")
    source.change { $0.item?.chapters = [.init(start: .seconds(3), title: "two")] }
    clock.advance(by: .seconds(2))
    #expect(player.currentItem?.chapters.map(\.title) == ["two"])
    #expect(player.progressIfKnown?.chapter?.title == "two")
  }

  @Test func theDurationOfTheMediaIsPublished() throws {
    let player = attach(reading: FakeMedia(frameCount: 500, declaring: 20_500))
    play()
    #expect(player.currentItem?.duration == .milliseconds(20_500))
    clock.advance(by: .seconds(17))
    #expect(player.currentItem?.duration == .seconds(20))
    let progress = try #require(player.progressIfKnown)
    #expect(progress.duration == MediaDuration(time: .seconds(20), isExact: true))
    #expect(notices.values.isEmpty)
  }

  @Test(arguments: [(18_900, true), (19_100, false), (20_900, false), (21_100, true)])
  func aDisagreementIsNoticedOnce(milliseconds: Int, isNoticed: Bool) {
    let player = attach()
    let duration = MediaTime.milliseconds(Int64(milliseconds))
    play(duration: duration)
    clock.advance(by: .seconds(17))
    source.change { $0.item?.title = "A" }
    clock.advance(by: .seconds(1))
    #expect(
      notices.values
        == (isNoticed ? [.otherDuration(ofPlayer: duration, ofMedia: .seconds(20))] : []))
    withExtendedLifetime(player) {}
  }

  @Test func anEstimateOfTheMediaIsNoDisagreement() {
    var info = FakeMedia(frameCount: 500, declaring: 15_000).info
    info.isDurationEstimated = true
    let player = attach(reading: FakeMedia(info: info, steps: FakeMedia.frames(0..<500)))
    play()
    clock.advance(by: .seconds(17))
    #expect(notices.values.isEmpty)
    withExtendedLifetime(player) {}
  }

  @Test func mediaThatCannotBeReadIsNoticedAndTheAttachmentContinues() {
    let error = MediaError(.open, of: "fake", reason: .notFound)
    let player = attach(
      on: .chapters.union(.interval(.seconds(1))), reading: FakeMedia(failingWith: error))
    play()
    clock.advance(by: .seconds(5))
    #expect(notices.values == [.unreadable(error)])
    #expect(recorder.values.filter { $0.cause == .interval }.count == 5)
    #expect(player.progressIfKnown?.chapters == [])
  }

  @Test func aSecondErrorOfAnItemIsNotNoticed() {
    let error = MediaError(.seek, of: "fake", reason: .damaged)
    let player = attach(
      reading: FakeMedia(frameCount: 50_000, failingToSeekWith: error))
    play(duration: .seconds(2_000))
    for target in [100, 200, 300] as [Int64] {
      source.seek(to: .seconds(target), tells: true)
      clock.advance(by: .seconds(1))
    }
    #expect(notices.values == [.unreadable(error)])
    withExtendedLifetime(player) {}
  }
}
