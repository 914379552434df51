import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@Suite struct PlayerPublisherTests {
  private func record<P: Publisher>(_ publisher: P) -> RecordingSubscriber<P.Output, P.Failure> {
    let recorder = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
  }

  /// 1 s of media, then nothing for 2 s, then another second.
  private func makeSlowMedia() -> FakeMedia {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    track.startTicks = 0
    track.tags = [MediaTag(key: "ARTIST", value: "Somebody")]
    var info = MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true)
    info.tags = [MediaTag(key: "title", value: "A tune"), MediaTag(key: "track", value: "7/12")]
    info.artworks = [Artwork(track: 1, mediaType: "image/png", bytes: [1, 2, 3])]
    return FakeMedia(
      info: info,
      steps: FakeMedia.frames(0..<25) + [.pause(.seconds(2))] + FakeMedia.frames(25..<50))
  }

  @Test func aStallIsPublishedAsWaiting() {
    let stage = Stage(makeSlowMedia())
    let statuses = record(stage.player.timeControlStatusPublisher(queue: nil))
    stage.play(milliseconds: 1_500)
    #expect(
      statuses.values.suffix(2) == [.playing, .waitingToPlayAtSpecifiedRate(.stalled)])
    stage.advance(milliseconds: 5_000)
    #expect(statuses.values.suffix(2) == [.playing, .paused])
    #expect(statuses.values.first == .paused)
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(statuses.isFinished)
    #expect(statuses.violations.isEmpty)
  }

  @Test func aRateChangeIsPublishedThoughTheStateStays() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let rates = record(stage.player.ratePublisher(queue: nil))
    stage.load()
    for rate in [Rate.normal, Rate(2, 1), .paused] {
      stage.player.setRate(rate)
      stage.advance(milliseconds: 100)
    }
    #expect(rates.values == [.paused, .normal, Rate(2, 1), .paused])
  }

  @Test func theEndSetsTheRateToZero() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let rates = record(stage.player.ratePublisher(queue: nil))
    stage.play(milliseconds: 2_000)
    #expect(rates.values == [.paused, .normal, .paused])
  }

  @Test func aDurationIsAnEstimateAndThenExact() {
    let stage = Stage(FakeMedia(frameCount: 200, declaring: 60_000))
    let durations = record(stage.player.durationPublisher(queue: nil))
    stage.load()
    #expect(
      durations.values == [nil, MediaDuration(time: .seconds(60), isExact: false)])
    stage.play(milliseconds: 9_000)
    #expect(durations.values.last == MediaDuration(time: .seconds(8), isExact: true))
  }

  @Test func aCorrectlyDeclaredDurationBecomesExact() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let durations = record(stage.player.durationPublisher(queue: nil))
    stage.load()
    #expect(durations.values.last == MediaDuration(time: .seconds(1), isExact: true))
  }

  @Test func metadataComesFromContainerAndTracks() throws {
    let stage = Stage(makeSlowMedia())
    let metadata = record(stage.player.metadataPublisher(queue: nil))
    let artworks = record(stage.player.artworkPublisher(queue: nil))
    stage.load()
    #expect(metadata.values.count == 2)
    #expect(metadata.values.first == .some(nil))
    let last = try #require(metadata.values.last ?? nil)
    #expect(last.title == "A tune")
    #expect(last.artist == "Somebody")
    #expect(last.trackNumber == "7/12")
    #expect(last.album == nil)
    #expect(artworks.values.map(\.count) == [0, 1])
    #expect(artworks.values.last?.first?.mediaType == "image/png")
  }

  @Test func everyArrivalAtTheEndIsPublished() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let ends = record(stage.player.didPlayToEndTimePublisher(queue: nil))
    stage.play(milliseconds: 3_000)
    #expect(ends.values == [.seconds(2)])
    stage.player.beginSeek(to: .zero)
    stage.player.setForwardPlaybackEnd(.seconds(1))
    stage.play(milliseconds: 3_000)
    #expect(ends.values == [.seconds(2), .seconds(1)])
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(ends.isFinished)
  }

  @Test func aLateSubscriberGetsTheCurrentValue() {
    let stage = Stage(FakeMedia(frameCount: 50))
    stage.play(milliseconds: 100)
    #expect(record(stage.player.ratePublisher(queue: nil)).values == [.normal])
    #expect(record(stage.player.timeControlStatusPublisher(queue: nil)).values == [.playing])
    #expect(record(stage.player.statusPublisher(queue: nil)).values == [.readyToPlay])
    #expect(
      record(stage.player.mediaInfoPublisher(queue: nil)).values.map { $0?.container } == ["fake"])
  }
}
