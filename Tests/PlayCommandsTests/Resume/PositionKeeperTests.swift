import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

@testable import PlayheadArguments
@testable import PlayheadFormatting
@testable import PlayheadPlayCommands

/// When positions are saved and removed, on a manual clock.
@Suite struct PositionKeeperTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let store: PositionStore
  private let clock = ManualHostClock()
  private let keeper: PositionKeeper

  init() throws {
    folder = try TemporaryDirectory()
    path = try folder.write(Data([1]), to: "film")
    store = PositionStore(directory: Array(folder.path("state").utf8))
    keeper = PositionKeeper(store, resumes: true)
  }

  private func makePlayer(_ media: FakeMedia = FakeMedia(frameCount: 500)) -> Player {
    let player = Player(media: media, clock: clock)
    clock.advance(by: .zero)
    return player
  }

  private func point(_ keeper: PositionKeeper? = nil, before end: MediaTime? = nil) throws
    -> ResumePoint
  {
    try #require((keeper ?? self.keeper).resumePoint(of: path, MediaAccess(), before: end))
  }

  private func saved() throws -> MediaTime? {
    let file = try #require(ResumableFile(path, MediaAccess()))
    return store.position(of: file)?.position
  }

  private func save(_ position: MediaTime) throws {
    let file = try #require(ResumableFile(path, MediaAccess()))
    try store.save(
      SavedPosition(
        file: file, position: position, duration: nil, saved: WallTime(nanoseconds: 0)))
  }

  private func leave(_ player: Player, isPlayedThrough: Bool = false) {
    keeper.leave(player, at: player.currentProgress(), isPlayedThrough: isPlayedThrough)
    clock.advance(by: .zero)
    keeper.finish()
  }

  @Test(arguments: [(Rate(1, 10), 100), (Rate(1, 1), 1_000), (Rate(16, 1), 16_000)])
  func atMostASecondIsLostIfTheProcessIsKilled(rate: Rate, perSecond: Int) throws {
    let player = makePlayer(FakeMedia(frameCount: 10_000))
    keeper.follow(player, try point())
    player.setRate(rate)
    let lastSecond = MediaTime.milliseconds(Int64(perSecond))
    for _ in 1...150 {
      clock.advance(by: .milliseconds(100))
      let position = player.currentTime()
      if let saved = try saved() {
        #expect(saved >= position - lastSecond)
      } else {
        #expect(position < SavedPosition.margin + lastSecond)
      }
    }
    #expect(try saved() != nil)
  }

  @Test func aPauseASeekAndAStopAreSavedAtOnce() throws {
    let player = makePlayer()
    keeper.follow(player, try point())
    player.play()
    clock.advance(by: .milliseconds(1_234))
    player.pause()
    clock.advance(by: .zero)
    #expect(try saved() == .milliseconds(1_234))
    player.beginSeek(to: .seconds(7))
    clock.advance(by: .zero)
    #expect(try saved() == .seconds(7))
    player.play()
    clock.advance(by: .milliseconds(77))
    leave(player)
    #expect(try saved() == .milliseconds(7_077))
  }

  @Test func aPausedPlayerSavesNothing() throws {
    let player = makePlayer()
    keeper.follow(player, try point())
    player.play()
    clock.advance(by: .seconds(3))
    player.pause()
    clock.advance(by: .zero)
    try store.removeAll()
    clock.advance(by: .seconds(60))
    #expect(try saved() == nil)
  }

  @Test func aFilePlayedToItsEndIsNotResumed() throws {
    let player = makePlayer(FakeMedia(frameCount: 100))
    keeper.follow(player, try point())
    player.play()
    clock.advance(by: .milliseconds(2_900))
    #expect(try saved() != nil)
    // Less than a second before the end the file counts as played.
    clock.advance(by: .milliseconds(700))
    #expect(try saved() == nil)
    clock.advance(by: .seconds(1))
    leave(player, isPlayedThrough: true)
    #expect(try saved() == nil)
    #expect(try point().position == nil)
  }

  @Test func openingAFileKeepsItsPosition() throws {
    try save(.seconds(4))
    let keeper = PositionKeeper(store, resumes: false)
    let player = makePlayer()
    #expect(try point(keeper).position == nil)
    keeper.follow(player, try point(keeper))
    player.play()
    clock.advance(by: .milliseconds(900))
    #expect(try saved() == .seconds(4))
    keeper.leave(player, at: player.currentProgress(), isPlayedThrough: false)
    clock.advance(by: .zero)
    #expect(try saved() == .seconds(4))
  }

  @Test func aFileThatIsLeftAtItsStartAfterItWasResumedHasNoPosition() throws {
    try save(.seconds(4))
    let player = makePlayer()
    let point = try point()
    #expect(point.position == .seconds(4))
    player.beginSeek(to: .seconds(4))
    keeper.follow(player, point)
    leave(player)
    #expect(try saved() == .seconds(4))
    keeper.follow(player, point)
    player.beginSeek(to: .zero)
    clock.advance(by: .zero)
    leave(player)
    #expect(try saved() == nil)
  }

  @Test func aChangedFileIsNotResumed() throws {
    try save(.seconds(4))
    try folder.write(Data([1, 2]), to: "film")
    #expect(try point().position == nil)
  }

  @Test func aPositionAtOrAfterTheEndPointIsNotResumed() throws {
    try save(.seconds(4))
    #expect(try point(before: .seconds(4)).position == nil)
    #expect(try point(before: .milliseconds(4_001)).position == .seconds(4))
  }

  @Test func theFileThatPlaysIsNotResumedAsTheNextOne() throws {
    try save(.seconds(4))
    let player = makePlayer()
    keeper.follow(player, try point())
    #expect(try point().position == nil)
    player.play()
    clock.advance(by: .seconds(6))
    keeper.leave(player, at: player.currentProgress(), isPlayedThrough: false)
    // Although it is not written yet.
    #expect(try point().position == .seconds(6))
    clock.advance(by: .zero)
    #expect(try saved() == .seconds(6))
  }

  @Test func aFullDiskDoesNotStopPlayback() throws {
    let store = PositionStore(directory: Array("/dev/full/playhead".utf8))
    let keeper = PositionKeeper(store, resumes: true)
    let player = makePlayer(FakeMedia(frameCount: 100))
    keeper.follow(player, try point(keeper))
    player.play()
    clock.advance(by: .seconds(10))
    #expect(player.playbackState == .ended && keeper.hasFailed)
  }
}
