import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@Suite struct TrackChoiceTests {
  /// A video track of 2 s, audio tracks of 1 s and 3 s, and a data track.
  private var media: FakeMedia {
    let kinds = [MediaTrack.Kind.video, .audio, .audio, .data]
    let tracks = kinds.enumerated().map { index, kind in
      var track = MediaTrack(index: index, kind: kind, timebase: .milliseconds)
      track.startTicks = index == 2 ? 500 : 0
      return track
    }
    let lengths = [2_000, 1_000, 3_000]
    let packets = stride(from: 0, to: 3_000, by: 50).flatMap { time in
      lengths.enumerated().filter { $0.element > time }.map { index, _ in
        FakeMedia.Step.packet(
          PacketTiming(
            track: index, presentationTicks: Int64(time) + (index == 2 ? 500 : 0),
            durationTicks: 50))
      }
    }
    return FakeMedia(
      info: MediaInfo(name: "many", container: "fake", tracks: tracks, isSeekable: true),
      steps: packets)
  }

  /// Returns the error with which a player fails.
  private func failure(of media: FakeMedia, tracks: [Int]? = nil) -> MediaError? {
    let clock = ManualHostClock()
    let player = Player(media: media, tracks: tracks, clock: clock)
    player.play()
    clock.advance(by: .seconds(1))
    guard case .failed(let error) = player.status else { return nil }
    return error
  }

  @Test(
    arguments: [
      (nil, 2_000), ([0], 2_000), ([1], 1_000), ([2], 3_000), ([1, 2], 3_500),
    ] as [([Int]?, Int64)])
  func theChosenTracksMakeTheTimeline(tracks: [Int]?, end: Int64) {
    let clock = ManualHostClock()
    let player = Player(media: media, tracks: tracks, clock: clock)
    player.play()
    clock.advance(by: .seconds(9))
    #expect(player.playbackState == .ended)
    #expect(player.currentTime() == .milliseconds(end))
  }

  @Test func aPlayerRefusesMediaWithoutAudioAndVideo() {
    let tracks = [MediaTrack.Kind.subtitle, .data, .unknown].enumerated().map { index, kind in
      MediaTrack(index: index, kind: kind, timebase: .milliseconds)
    }
    let media = FakeMedia(
      info: MediaInfo(name: "words", container: "fake", tracks: tracks, isSeekable: true),
      steps: [.packet(PacketTiming(track: 0, presentationTicks: 0, durationTicks: 50))])
    #expect(failure(of: media)?.reason == .noPlayableTrack)
  }

  @Test(arguments: [[3], [0, 4], [-1]])
  func aTrackThatIsNotThereIsAnError(tracks: [Int]) {
    let error = failure(of: media, tracks: tracks)
    #expect(error?.reason == .noSuchTrack)
    #expect(
      error?.description
        == "many: no such track (requested \(tracks.last ?? 0), playable 0, 1, 2)"
    )
  }
}
