import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Timestamps far after the end that the container declares.
@Suite struct CredibleTimesTests {
  private static let day: Int64 = 86_400_000

  private func media(
    _ frames: [FakeMedia.Step], declaring duration: Int64?, isEstimated: Bool = false
  ) -> FakeMedia {
    var info = FakeMedia(frameCount: 1).info
    info.tracks[0].durationTicks = duration
    info.isDurationEstimated = isEstimated
    return FakeMedia(info: info, steps: frames)
  }

  private func end(_ media: FakeMedia) -> MediaTime {
    let stage = Stage(media)
    stage.player.play()
    stage.clock.advance(by: .seconds(3 * Self.day / 1_000))
    #expect(stage.player.playbackState == .ended && stage.player.stalledTime == .zero)
    #expect(stage.player.playedRanges == [.zero..<stage.player.currentTime()])
    return stage.player.currentTime()
  }

  @Test(arguments: [0, 10, 49]) func oneOrAFewAreIgnored(_ place: Int) {
    let absurd = FakeMedia.frames(0..<5, start: Self.day)
    let frames = FakeMedia.frames(0..<place) + absurd + FakeMedia.frames(place..<50)
    #expect(end(media(frames, declaring: 2_000)) == .seconds(2))
  }

  @Test func thePlayerReportsThatTheLastPacketsWereNotPlayed() {
    func refusedEnd(_ frames: [FakeMedia.Step]) -> MediaTime? {
      let stage = Stage(media(frames, declaring: 2_000))
      stage.play(milliseconds: 3_000)
      return stage.player.refusedEnd
    }
    let late = FakeMedia.frames(0..<25, start: Self.day)
    #expect(refusedEnd(FakeMedia.frames(0..<50) + late) == .milliseconds(Self.day + 1_000))
    #expect(refusedEnd(FakeMedia.frames(0..<50)) == nil)
    #expect(refusedEnd(FakeMedia.frames(0..<30) + late + FakeMedia.frames(30..<50)) == nil)
  }

  /// A recorder may declare the length without the pause.
  @Test(arguments: [4, 25, 700]) func whatFollowsAPauseIsPlayed(_ count: Int) {
    let frames = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<count, start: 62_000)
    #expect(end(media(frames, declaring: 4_000)) == .milliseconds(62_000 + Int64(count) * 40))
    let stage = Stage(media(frames, declaring: 4_000))
    stage.player.setStart(.milliseconds(62_100))
    stage.play(milliseconds: 60_000)
    #expect(stage.player.currentTime() == .milliseconds(62_000 + Int64(count) * 40))
    #expect(stage.player.refusedEnd == nil)
  }

  @Test func aDeclarationMayBeTooShortByAPause() {
    let frames = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<1, start: 11_000)
    #expect(end(media(frames, declaring: 2_000)) == .milliseconds(11_040))
    #expect(end(media(frames, declaring: 500)) == .milliseconds(11_040))
  }

  @Test func aDeclaredLongPauseIsKept() {
    let frames = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<1, start: Self.day)
    #expect(end(media(frames, declaring: Self.day + 40)) == .milliseconds(Self.day + 40))
  }

  @Test func withoutADeclarationTimesAreBelieved() {
    let frames = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<1, start: Self.day)
    #expect(end(media(frames, declaring: nil)) == .milliseconds(Self.day + 40))
    #expect(
      end(media(frames, declaring: 2_000, isEstimated: true)) == .milliseconds(Self.day + 40))
  }

  /// The recording continued after its header was written.
  @Test func manyLateTimestampsOverruleTheDeclaration() {
    let frames = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<5_000, start: 3_600_000)
    #expect(end(media(frames, declaring: 2_000)) == .milliseconds(3_600_000 + 200_000))
  }

  /// A timestamp that is not credible does not extend the range of known frames either.
  @Test func anIgnoredTimestampAddsNoKnownFrame() {
    var info = FakeMedia(frameCount: 1).info
    info.tracks[0].durationTicks = 2_000
    var readAhead = ReadAhead(info: info)
    for step in FakeMedia.frames(0..<10) + FakeMedia.frames(0..<1, start: Self.day) {
      if case .packet(let packet) = step { readAhead.append(packet) }
    }
    #expect(readAhead.frames.isKnown(through: .milliseconds(360)))
    #expect(!readAhead.frames.isKnown(through: .milliseconds(361)))
  }
}
